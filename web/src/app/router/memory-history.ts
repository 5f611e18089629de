import { type HistoryState, PageHistory } from './page-history.ts'

/** A history without a browser, for rendering and for tests; `entries` are all there are. */
export function createMemoryHistory(href: string): {
  history: PageHistory
  entries: readonly { href: string }[]
} {
  const entries: { href: string; state: HistoryState | null }[] = [{ href, state: null }]
  let at = 0
  let follow = () => undefined as void
  const history = new PageHistory({
    read: () => entries[at] ?? { href: '/', state: null },
    push: (state, address) => {
      at += 1
      entries.splice(at, Infinity, { href: address, state })
    },
    replace: (state, address) => void entries.splice(at, 1, { href: address, state }),
    go: (by) => {
      at = Math.min(Math.max(0, at + by), entries.length - 1)
      follow()
    },
    watch: (listener) => {
      follow = listener
    },
  })
  return { history, entries }
}
