import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { startWords } from '../../locales/translate.ts'
import { zh } from '../../locales/zh/all-texts.ts'

/** As in `tools/testing/wait-timeouts.ts`: longer than anything takes on the busiest machine. */
configure({ asyncUtilTimeout: 30_000 })

/** jsdom has no layout, and so nothing that observes one. */
class IdleObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Everything is in sight. */
class SeenObserver extends IdleObserver {
  readonly #report: IntersectionObserverCallback

  constructor(report: IntersectionObserverCallback) {
    super()
    this.#report = report
  }

  override observe(): void {
    const seen = { isIntersecting: true } as IntersectionObserverEntry
    setTimeout(() => this.#report([seen], this as unknown as IntersectionObserver))
  }
}

globalThis.ResizeObserver ??= IdleObserver
globalThis.IntersectionObserver ??= SeenObserver as unknown as typeof IntersectionObserver
/** A wide page, without wishes of the visitor. */
const idleMedia = { matches: false, addEventListener: () => {}, removeEventListener: () => {} }
globalThis.matchMedia ??= (media) => ({ ...idleMedia, media }) as unknown as MediaQueryList
globalThis.scrollTo = () => {}
Object.assign(Element.prototype, { releasePointerCapture: () => {} })
// Testing Library looks for fake timers under this name alone.
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } })
startWords('zh', zh)

afterEach(() => {
  cleanup()
  // The next file has the same document.
  document.body.replaceChildren()
  sessionStorage.clear()
  localStorage.clear()
  startWords('zh', zh)
})
