import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import type { Portal } from '@clutch/contract/api/content/portal.ts'

/**
 * F2, F4: Returns the address of the purchase dialog: the portal's own page or the operator's, with the buyer
 * and the community. The parameters in an operator's address are retained.
 */
export function buildSubscribeUrl({ name, vip }: Pick<Portal, 'name' | 'vip'>, user: Identity): string {
  const base = vip.subscribeUrl ?? '/subscribe'
  const { origin, pathname, searchParams, hash } = new URL(base, 'http://portal.invalid')
  searchParams.set('username', user.username)
  searchParams.set('steamid', user.steamId)
  searchParams.set('server_name', name)
  return `${vip.subscribeUrl === null ? '' : origin}${pathname}?${searchParams.toString()}${hash}`
}
