import type { Identity } from '@clutch/contract/api/auth.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../database/index.ts'
import type { House } from '../../house.ts'
import { writeAudit } from '../audit.ts'
import { isOp } from '../groups.ts'
import { identityOf, userOfSteamId } from '../identity.ts'
import { askForProfile } from '../profile-wanted.ts'
import { beginSession } from '../sessions.ts'
import type { Device } from '../sessions.ts'
import { takeLinkTicket, takeTicket } from './tickets.ts'

export interface ShownTicket {
  ticket: string | null
  browser: string | null
  /** Whom the page believes it is about. */
  steamId: string
  device: Device
}

/** C3: a session for a ticket from the provider; throws 401 `ticket.invalid`, and the ticket is used up either way. */
export async function enterByTicket(house: House, shown: ShownTicket): Promise<string> {
  const token = await house.database.transaction().execute(async (tx) => {
    const steamId = await takeTicket(house, tx, shown.ticket, shown.browser)
    if (steamId === undefined || steamId !== shown.steamId) return null
    return (await enter(house, tx, steamId, 'steam', shown.device)).token
  })
  if (token === null) throw invalid()
  return token
}

/** A session for the link that an operator made for an op, who still is one; throws 401 `ticket.invalid`, and it is used up. */
export async function enterByLink(
  house: House,
  ticket: string | null,
  device: Device,
): Promise<Identity & { token: string }> {
  const entered = await house.database.transaction().execute(async (tx) => {
    const steamId = await takeLinkTicket(house, tx, ticket)
    if (steamId === undefined || !(await isOp(tx, steamId, house.clock.now()))) return null
    return enter(house, tx, steamId, 'link', device)
  })
  if (entered === null) throw invalid()
  return entered
}

const actions = { steam: 'LOGIN-STEAM', link: 'LOGIN-LINK' } as const

/** C12: it is written down where it happens, whatever the page says of it. */
async function enter(
  house: House,
  tx: Queries,
  steamId: string,
  method: 'steam' | 'link',
  device: Device,
): Promise<Identity & { token: string }> {
  const user = await userOfSteamId(house, tx, steamId)
  await askForProfile(house, tx, user)
  await writeAudit(house, tx, { actor: steamId, action: actions[method], subject: steamId, device })
  const token = await beginSession(house, tx, { userId: user.id, steamId, method, device })
  return { ...identityOf(user), token }
}

function invalid(): PortalError {
  return new PortalError('ticket.invalid', 'Invalid login token')
}
