import { writeTabStored, readTabStored } from '../browser/browser-storage.ts'

const key = 'signInFrom'

/** Stores the current page in this tab, to return to after sign-in at the provider. */
export function saveReturnPage(): void {
  writeTabStored(key, location.pathname + location.search)
}

/** The page noted before, once; the start page without one. */
export function consumeReturnPage(): string {
  const page = readTabStored(key)
  writeTabStored(key, null)
  return toSafeReturnPage(page)
}

/** Returns a page of this portal for any stored value: never another site, and never a sign-in step. */
export function toSafeReturnPage(page: string | null): string {
  if (page === null || !/^\/(?![/\\])/.test(page) || /[\p{Cc}\\]/u.test(page)) return '/'
  const { pathname, search } = new URL(page, 'http://portal.invalid')
  return /^\/(login|auth|reset-password)(\/|$)/.test(pathname) ? homePageFor(page) : pathname + search
}

/** A6: the start page, with the `from` of a page. */
export function homePageFor(page: string): string {
  return addFromParameter('/', new URL(page, 'http://portal.invalid').searchParams.get('from') ?? undefined)
}

/** A6: a page with the `from` of where the browser is, unless it has one of its own. */
export function addFromParameter(page: string, from: string | undefined): string {
  const { pathname, searchParams } = new URL(page, 'http://portal.invalid')
  if (from === undefined || searchParams.has('from')) return page
  searchParams.set('from', from)
  return `${pathname}?${searchParams.toString()}`
}
