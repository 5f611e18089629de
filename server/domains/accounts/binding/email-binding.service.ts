import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import type { bindSteam, validateGameCode } from '@clutch/contract/api/accounts/steam-binding.ts'
import type { Body, Reply } from '@clutch/contract/api/call.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { writeAuditEntry } from '../audit/audit-log.service.ts'
import {
  type PendingBinding,
  consumeBinding,
  invalidBindToken,
  saveGameProof,
  verifyBindToken,
} from './bind-tokens.service.ts'
import { bindSteamId } from './binding.service.ts'
import { hashGameCode } from '../game-bind/game-code-hash.ts'
import { isOperator } from '../groups/groups.service.ts'
import { toIdentity, getPlayerIdentity } from '../profiles/identity.service.ts'
import { requestProfileRefresh } from '../profiles/profile-refresh.ts'
import { type Device, createSession } from '../sessions/sessions.service.ts'
import { lockUserByEmail } from '../users/users.store.ts'
import { consumeGameCode } from '../game-bind/game-codes.store.ts'

/** C9: binds the SteamID that was proven for the account of a bind token, and signs in; of many at once one does. */
export function completeBinding(
  context: AppContext,
  bindToken: string | null,
  { email, steamId }: Body<typeof bindSteam>,
  device: Device,
): Promise<Reply<typeof bindSteam>> {
  return context.database.transaction().execute(async (tx) => {
    const bind = await verifyBindTokenOfEmail(context, tx, bindToken, email)
    if (bind.steamId !== steamId || !(await consumeBinding(tx, bind.bindId))) throw invalidBindToken()
    const user = await bindSteamId(context, tx, bind.userId, steamId)
    const detail = { account: bind.userId }
    await writeAuditEntry(context, tx, {
      actor: steamId,
      action: 'BIND-STEAM',
      subject: steamId,
      detail,
      device,
    })
    await requestProfileRefresh(context, tx, user)
    const token = await createSession(context, tx, { userId: user.id, steamId, method: 'email', device })
    return { ...toIdentity(user), token }
  })
}

/** C10: takes a code of the game, once, and notes whose it is on the binding. An op binds at the provider only. */
export async function proveByGameCode(
  context: AppContext,
  bindToken: string | null,
  { email, token: code }: Body<typeof validateGameCode>,
): Promise<Identity> {
  const proven = await context.database.transaction().execute(async (tx) => {
    const bind = await verifyBindTokenOfEmail(context, tx, bindToken, email)
    const now = context.clock.now()
    const steamId = (await consumeGameCode(tx, hashGameCode(context, code), now))?.steam_id
    if (steamId === undefined) return null
    // Used up all the same: the transaction commits.
    if (await isOperator(tx, steamId, now)) return null
    await saveGameProof(context, tx, bind.bindId, steamId)
    return getPlayerIdentity(tx, steamId)
  })
  if (!proven) throw invalidBindToken()
  return proven
}

/** The binding of a bind token, if it is the one of the account with this address, held until the transaction ends. */
async function verifyBindTokenOfEmail(
  context: AppContext,
  tx: Queries,
  token: string | null,
  email: string,
): Promise<PendingBinding> {
  const account = await lockUserByEmail(tx, email)
  const bind = await verifyBindToken(context, tx, token)
  if (account?.id !== bind.userId) throw invalidBindToken()
  return bind
}
