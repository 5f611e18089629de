import { keepInTab, keptInTab } from './kept.ts'

const key = 'signInFrom'

/** Where somebody goes on after the way to the provider: notes the present page, for this tab. */
export function rememberPage(): void {
  keepInTab(key, location.pathname + location.search)
}

/** The page noted before, once; the start page without one. */
export function takeRememberedPage(): string {
  const page = keptInTab(key)
  keepInTab(key, null)
  return landingOf(page)
}

/** A page of this portal, whatever was kept: never another site, and never a step of signing in. */
export function landingOf(page: string | null): string {
  if (page === null || !/^\/(?![/\\])/.test(page) || /[\p{Cc}\\]/u.test(page)) return '/'
  const { pathname, search } = new URL(page, 'http://portal.invalid')
  return /^\/(login|auth|reset-password)(\/|$)/.test(pathname) ? startOf(page) : pathname + search
}

/** A6: the start page, with the `from` of a page. */
export function startOf(page: string): string {
  return withFrom('/', new URL(page, 'http://portal.invalid').searchParams.get('from') ?? undefined)
}

/** A6: a page with the `from` of where the browser is, unless it has one of its own. */
export function withFrom(page: string, from: string | undefined): string {
  const { pathname, searchParams } = new URL(page, 'http://portal.invalid')
  if (from === undefined || searchParams.has('from')) return page
  searchParams.set('from', from)
  return `${pathname}?${searchParams.toString()}`
}
