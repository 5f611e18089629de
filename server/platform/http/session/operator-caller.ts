import { ownerPermissions } from '@clutch/contract/rules/accounts/operator-rights.ts'
import type { OperatorCaller } from './session.types.ts'

export type { OperatorCaller } from './session.types.ts'

/** The bearer of the operator's token, who may do everything. */
export const operatorToken: OperatorCaller = { session: null, token: null, permissions: ownerPermissions }

/** How the audit log names a caller: a SteamID64, `token:` and the name of an API token, `operator` for the operator's token. */
export function actorOf({ session, token }: Pick<OperatorCaller, 'session' | 'token'>): string {
  return token === null ? (session?.steamId ?? 'operator') : `token:${token.name}`
}

/** Who answers for what a caller does: the operator of a personal API token, else as the audit log names them. */
export function responsibleFor(caller: OperatorCaller): string {
  return caller.token?.owner ?? actorOf(caller)
}
