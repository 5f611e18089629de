import type { PageLocation } from './page-location.ts'

/** The part of the page that scrolls; elsewhere the window does. */
const scrollerSelector = '#content'
const storageKey = 'scrollPositions'

type Position = readonly [window: number, content: number]

const positions = new Map<string, Position>(readStored())

/** A new page begins at its top; the way back leads to where one was, also after a reload. */
export function watchScroll(locate: () => PageLocation): void {
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'
    saveScroll(locate())
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...positions]))
    } catch {
      // Without storage a reload begins at the top.
    }
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) history.scrollRestoration = 'manual'
  })
}

/** Remembers where a page is scrolled to, before another takes its place. */
export function saveScroll(location: PageLocation): void {
  positions.set(keyOf(location), [scrollY, document.querySelector(scrollerSelector)?.scrollTop ?? 0])
}

/** Scrolls a page that has just been drawn; with `isReset` off only to the element that its hash names. */
export function restoreScroll(location: PageLocation, isReset: boolean): void {
  const { hash } = location
  const saved = isReset ? positions.get(keyOf(location)) : undefined
  if (hash !== '' && saved === undefined) document.getElementById(hash)?.scrollIntoView()
  if (!isReset || (hash !== '' && saved === undefined)) return
  const [top, contentTop] = saved ?? [0, 0]
  scrollTo({ top, left: 0 })
  document.querySelector(scrollerSelector)?.scrollTo({ top: contentTop, left: 0 })
}

/** Each visit of a page has its own. */
function keyOf({ state, href }: PageLocation): string {
  return state.key ?? href
}

function readStored(): [string, Position][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, Position][]
  } catch {
    return []
  }
}
