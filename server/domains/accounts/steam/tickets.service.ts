import type { LinkProvider } from '@clutch/contract/rules/accounts/linked-accounts.ts'
import { signInLinkLifetimeMs, ticketLifetimeMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext, ReadContext } from '../../../platform/context.ts'
import { hashToken, generateToken } from '../../../platform/keys/tokens.ts'
import * as store from './tickets.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

/** Whom a ticket is about, and the service whose linked account proved it; null for Steam. */
export interface TicketProof {
  steamId: string
  provider: LinkProvider | null
}

/** C3: a one-time ticket for a SteamID that was proved to this browser; it lives two minutes. */
export async function createTicket(
  { database, clock }: Dependencies,
  { steamId, provider }: TicketProof,
  browser: string,
): Promise<string> {
  const token = generateToken()
  await store.insertTicket(database, {
    hash: hashToken(token),
    purpose: 'sign-in',
    steam_id: steamId,
    provider,
    browser_hash: hashToken(browser),
    expires_at: new Date(clock.now().getTime() + ticketLifetimeMs),
  })
  return token
}

/**
 * Creates the ticket of a link that signs a user in once, in the browser that opens it first; valid for 15
 * minutes.
 */
export async function createLinkTicket(
  { database, clock }: ReadContext,
  steamId: string,
): Promise<{ token: string; expires: Date }> {
  const token = generateToken()
  const expires = new Date(clock.now().getTime() + signInLinkLifetimeMs)
  await store.insertTicket(database, {
    hash: hashToken(token),
    purpose: 'link',
    steam_id: steamId,
    browser_hash: null,
    expires_at: expires,
  })
  return { token, expires }
}

/** C3: whom a ticket is about that this browser brought, which is used up by it; undefined for none. */
export async function consumeTicket(
  { clock }: Dependencies,
  tx: Queries,
  ticket: string | null,
  browser: string | null,
): Promise<TicketProof | undefined> {
  const shown = toTicketLookup(clock.now(), ticket, browser)
  const row = shown && (await store.consumeTicket(tx, shown))
  return row && { steamId: row.steam_id, provider: row.provider as LinkProvider | null }
}

/** Returns the ticket's SteamID without consuming the ticket, so that the page can show it. */
export async function findTicketSteamId(
  { database, clock }: Dependencies,
  ticket: string | null,
  browser: string | null,
): Promise<string | undefined> {
  const shown = toTicketLookup(clock.now(), ticket, browser)
  return shown && (await store.selectTicket(database, shown))?.steam_id
}

/** The SteamID of a link's ticket, which is used up by it; undefined for none. */
export async function consumeLinkTicket(
  { clock }: Dependencies,
  tx: Queries,
  ticket: string | null,
): Promise<string | undefined> {
  if (ticket === null) return undefined
  const shown: store.TicketLookup = {
    purpose: 'link',
    hash: hashToken(ticket),
    browserHash: null,
    now: clock.now(),
  }
  return (await store.consumeTicket(tx, shown))?.steam_id
}

function toTicketLookup(
  now: Date,
  ticket: string | null,
  browser: string | null,
): store.TicketLookup | undefined {
  if (ticket === null || browser === null) return undefined
  return { purpose: 'sign-in', hash: hashToken(ticket), browserHash: hashToken(browser), now }
}
