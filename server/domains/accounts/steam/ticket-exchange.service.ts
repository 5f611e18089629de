import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { writeAuditEntry } from '../audit/audit-log.service.ts'
import { lockLinkedAccount } from '../linked-accounts/linked-accounts.store.ts'
import { isOperator } from '../groups/groups.service.ts'
import { toIdentity, findOrCreateUser } from '../profiles/identity.service.ts'
import { requestProfileRefresh } from '../profiles/profile-refresh.ts'
import { type Device, createSession } from '../sessions/sessions.service.ts'
import { type TicketProof, consumeLinkTicket, consumeTicket } from './tickets.service.ts'

export interface PresentedTicket {
  ticket: string | null
  browser: string | null
  /** Whom the page believes it is about. */
  steamId: string
  device: Device
}

/** C3: a session for a ticket from the provider; throws 401 `ticket.invalid`, also where the account was unlinked meanwhile; the ticket is used up either way. */
export async function exchangeTicket(context: AppContext, shown: PresentedTicket): Promise<string> {
  const token = await context.database.transaction().execute(async (tx) => {
    const proof = await consumeTicket(context, tx, shown.ticket, shown.browser)
    if (proof === undefined || proof.steamId !== shown.steamId) return null
    if (proof.provider !== null && !(await lockLinkedAccount(tx, proof.steamId, proof.provider))) return null
    return (await signInUser(context, tx, proof, shown.device)).token
  })
  if (token === null) throw invalidTicket()
  return token
}

/** A session for the link that an operator made for an op, who still is one; throws 401 `ticket.invalid`, and it is used up. */
export async function exchangeLinkTicket(
  context: AppContext,
  ticket: string | null,
  device: Device,
): Promise<Identity & { token: string }> {
  const entered = await context.database.transaction().execute(async (tx) => {
    const steamId = await consumeLinkTicket(context, tx, ticket)
    if (steamId === undefined || !(await isOperator(tx, steamId, context.clock.now()))) return null
    return signInUser(context, tx, { steamId, isByLink: true }, device)
  })
  if (entered === null) throw invalidTicket()
  return entered
}

const auditActions = { steam: 'LOGIN-STEAM', link: 'LOGIN-LINK', linked: 'LOGIN-LINKED' } as const

/** What shows that a browser is a player's: Steam (`provider` null) or a linked account, or the link of an operator. */
type Proof = TicketProof | { steamId: string; isByLink: true }

function methodOf(proof: Proof): keyof typeof auditActions {
  if ('isByLink' in proof) return 'link'
  return proof.provider === null ? 'steam' : 'linked'
}

/** C12: recorded here, independently of what the page reports. */
async function signInUser(
  context: AppContext,
  tx: Queries,
  proof: Proof,
  device: Device,
): Promise<Identity & { token: string }> {
  const { steamId } = proof
  const method = methodOf(proof)
  const user = await findOrCreateUser(context, tx, steamId)
  await requestProfileRefresh(context, tx, user)
  await writeAuditEntry(context, tx, {
    actor: steamId,
    action: auditActions[method],
    subject: steamId,
    ...('provider' in proof && proof.provider !== null && { detail: { provider: proof.provider } }),
    device,
  })
  const token = await createSession(context, tx, { userId: user.id, steamId, method, device })
  return { ...toIdentity(user), token }
}

function invalidTicket(): PortalError {
  return new PortalError('ticket.invalid', 'Invalid login token')
}
