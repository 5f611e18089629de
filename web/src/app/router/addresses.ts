import { stringifySearch, type PageSearch } from '../routes/page-search.ts'

/** The addresses at which the page shows something. The console finds its pages itself. */
export type PageAddress =
  | '/'
  | '/servers'
  | '/servers/details/$id'
  | '/servers/rules/$id'
  | '/vip'
  | '/subscribe'
  | '/store'
  | '/leaderboard'
  | '/leaderboard/player/$steamId'
  | '/pracc'
  | '/faq'
  | '/bans'
  | '/login'
  | '/reset-password'
  | '/auth/steam/callback'
  | '/auth/steam/bind/callback'
  | '/auth/link'
  | '/orders'
  | '/orders/$id'
  | '/orders/$id/receipt'
  | '/reports'
  | '/inventory'
  | '/settings'
  | '/settings/profile'
  | '/settings/security'
  | '/settings/notifications'
  | '/mail-settings'
  | '/admin'
  | '/admin/$'

/** The names of an address's variable parts; `_splat` is the rest that a `$` at its end stands for. */
type ParamName<Address extends string> = Address extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Address extends `${string}$${infer Name}`
    ? Name extends ''
      ? '_splat'
      : Name
    : never

/** The variable parts of an address. */
export type Params<Address extends string> = Record<ParamName<Address>, string>

/** An address without variable parts. */
export type PlainAddress = Exclude<PageAddress, `${string}$${string}`>

/** A page of the portal, as a link names it. */
export type PageTarget<Address extends PageAddress> = {
  to: Address
  search?: PageSearch | undefined
} & ([ParamName<Address>] extends [never] ? { params?: undefined } : { params: Params<Address> })

/** A target whose variable parts are not known to the compiler. */
export interface AnyTarget {
  to: string
  params?: Readonly<Record<string, string>> | undefined
  search?: object | undefined
}

/** Builds the path of a page. */
export function buildPath({ to, params }: AnyTarget): string {
  const path = to.replaceAll(/\$(\w*)/g, (_, name: string) => encodeParam(params?.[name || '_splat'] ?? ''))
  return path.replace(/(.)\/+$/, '$1')
}

/** Builds the query of a page with its `?`. A6: `from` of the current address is retained, unless the new search has its own. */
export function buildQuery(search: object | undefined, current: PageSearch): string {
  const isFromKept = current.from !== undefined && !(search !== undefined && 'from' in search)
  return stringifySearch({ ...search, ...(isFromKept && { from: current.from }) })
}

function encodeParam(value: string): string {
  return value.split('/').map(encodeURIComponent).join('/')
}
