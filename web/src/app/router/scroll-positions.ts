import type { PageLocation } from './page-location.ts'

/** The parts of the page that scroll, of each kind at most one: the content, and a table of its own height. */
const scrollerSelectors = ['#content', '[data-keeps-scroll]'] as const
const storageKey = 'scrollPositions'

/** Of the window, then of each scroller, CSS px. */
type Position = readonly [window: number, ...scrollers: number[]]

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
  const tops = scrollerSelectors.map((selector) => document.querySelector(selector)?.scrollTop ?? 0)
  positions.set(keyOf(location), [scrollY, ...tops])
}

/** Scrolls a page that has just been drawn; with `isReset` off only to the element that its hash names. */
export function restoreScroll(location: PageLocation, isReset: boolean): void {
  const { hash } = location
  const saved = isReset ? positions.get(keyOf(location)) : undefined
  if (hash !== '' && saved === undefined) document.getElementById(hash)?.scrollIntoView()
  if (!isReset || (hash !== '' && saved === undefined)) return
  const [top, ...tops] = saved ?? [0]
  scrollTo({ top, left: 0 })
  for (const [at, selector] of scrollerSelectors.entries())
    document.querySelector(selector)?.scrollTo({ top: tops[at] ?? 0, left: 0 })
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
