import type { bindSteam, Identity, validateGameCode } from '@clutch/contract/api/auth.ts'
import type { Body, Reply } from '@clutch/contract/api/call.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../database/index.ts'
import type { House } from '../../house.ts'
import { writeAudit } from '../audit.ts'
import { finishBinding, proveInGame, standingBind } from '../bind-tokens.ts'
import type { Bind } from '../bind-tokens.ts'
import { bindSteamId } from '../binding.ts'
import { hashGameCode } from '../game-code.ts'
import { isOp } from '../groups.ts'
import { identityOf, identityOfPlayer } from '../identity.ts'
import { askForProfile } from '../profile-wanted.ts'
import { beginSession } from '../sessions.ts'
import type { Device } from '../sessions.ts'
import { lockUserByEmail } from './account-store.ts'
import { takeGameCode } from '../game-codes-store.ts'

/** C9: binds the SteamID that was proven for the account of a bind token, and signs in; of many at once one does. */
export function bindAccount(
  house: House,
  bindToken: string | null,
  { email, steamId }: Body<typeof bindSteam>,
  device: Device,
): Promise<Reply<typeof bindSteam>> {
  return house.database.transaction().execute(async (tx) => {
    const bind = await bindOfEmail(house, tx, bindToken, email)
    if (bind.steamId !== steamId || !(await finishBinding(tx, bind.bindId))) throw invalid()
    const user = await bindSteamId(house, tx, bind.userId, steamId)
    const detail = { account: bind.userId }
    await writeAudit(house, tx, { actor: steamId, action: 'BIND-STEAM', subject: steamId, detail, device })
    await askForProfile(house, tx, user)
    const token = await beginSession(house, tx, { userId: user.id, steamId, method: 'email', device })
    return { ...identityOf(user), token }
  })
}

/** C10: takes a code of the game, once, and notes whose it is on the binding. An op binds at the provider only. */
export async function proveByGameCode(
  house: House,
  bindToken: string | null,
  { email, token: code }: Body<typeof validateGameCode>,
): Promise<Identity> {
  const proven = await house.database.transaction().execute(async (tx) => {
    const bind = await bindOfEmail(house, tx, bindToken, email)
    const now = house.clock.now()
    const steamId = (await takeGameCode(tx, hashGameCode(house, code), now))?.steam_id
    if (steamId === undefined) return null
    // Used up all the same: the transaction commits.
    if (await isOp(tx, steamId, now)) return null
    await proveInGame(house, tx, bind.bindId, steamId)
    return identityOfPlayer(tx, steamId)
  })
  if (!proven) throw invalid()
  return proven
}

/** The binding of a bind token, if it is the one of the account with this address, held until the transaction ends. */
async function bindOfEmail(house: House, tx: Queries, token: string | null, email: string): Promise<Bind> {
  const account = await lockUserByEmail(tx, email)
  const bind = await standingBind(house, tx, token)
  if (account?.id !== bind.userId) throw invalid()
  return bind
}

function invalid(): PortalError {
  return new PortalError('bind.invalid_token', 'Invalid or expired token')
}
