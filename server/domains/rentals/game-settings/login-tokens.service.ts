import { createHash, randomUUIDv7 } from 'node:crypto'
import type { LoginTokens } from '@clutch/contract/api/rentals/operator-game-settings.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { scheduleServers } from './game-settings.store.ts'
import * as store from './login-tokens.store.ts'
import {
  createSteamAccount,
  deleteSteamAccount,
  listSteamAccounts,
  resetSteamToken,
} from './steam-accounts.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config'>

/** The pool of login tokens, without the tokens. */
export async function listLoginTokens({
  database,
  config,
}: Pick<AppContext, 'database' | 'config'>): Promise<LoginTokens> {
  const [rows, { without }] = await Promise.all([
    store.selectLoginTokens(database),
    store.countLoginTokens(database),
  ])
  return {
    tokens: rows.map(({ id, ending, steam_id: steamId, added_at: added, expired_at: expired, number }) => ({
      id,
      ending,
      steamId,
      state: expired !== null ? 'expired' : number !== null ? 'used' : 'free',
      number,
      added: added.getTime(),
    })),
    without,
    canCreate: config.steamApiKey !== undefined,
  }
}

/** Adds tokens of the operator; known ones are ignored. Servers without one get it at their next start. */
export async function addLoginTokens(context: Dependencies, tokens: readonly string[]): Promise<LoginTokens> {
  await context.database.transaction().execute(async (tx) => {
    for (const token of tokens) await insertToken(context, tx, token, null)
    await scheduleServers(tx, context.clock.now(), { rewrite: true })
  })
  return listLoginTokens(context)
}

/**
 * Creates accounts at Steam, one after the other; those created before a failure stay in the pool. Throws `steam.no_key` or
 * `steam.refused`.
 */
export async function createLoginTokens(context: Dependencies, count: number): Promise<LoginTokens> {
  const { database, config, clock } = context
  for (let created = 0; created < count; created++) {
    const { steamId, token } = await createSteamAccount(config)
    await insertToken(context, database, token, steamId)
  }
  await scheduleServers(database, clock.now(), { rewrite: true })
  return listLoginTokens(context)
}

/**
 * Asks Steam about the accounts in the pool: the token of an expired one is renewed, one that is deleted there is marked. Throws
 * `steam.no_key` or `steam.refused`.
 */
export async function checkLoginTokens(context: Dependencies): Promise<LoginTokens> {
  const { database, config, keys, clock } = context
  const accounts = new Map((await listSteamAccounts(config)).map((one) => [one.steamid, one]))
  for (const { id, steam_id: steamId } of await store.selectLoginTokens(database)) {
    if (steamId === null) continue
    const account = accounts.get(steamId)
    if (!account || account.is_deleted) await store.markLoginTokenExpired(database, id, clock.now())
    else if (account.is_expired) {
      const token = await resetSteamToken(config, steamId)
      await store.replaceLoginToken(database, id, sealToken(keys, id, token))
    }
  }
  await scheduleServers(database, clock.now(), { rewrite: true })
  return listLoginTokens(context)
}

/**
 * Removes a token, and its account at Steam if it has one. Throws `login_token.not_found`, `login_token.used`, `steam.no_key` or
 * `steam.refused`.
 */
export async function removeLoginToken(context: Dependencies, id: string): Promise<LoginTokens> {
  await context.database.transaction().execute(async (tx) => {
    const token = await store.lockLoginToken(tx, id)
    if (!token) throw new PortalError('login_token.not_found', 'There is no such token')
    if (token.is_used) throw new PortalError('login_token.used', 'A server has this token')
    await store.deleteLoginToken(tx, id)
    // Last: a refusal takes the removal back.
    if (token.steam_id !== null) await deleteSteamAccount(context.config, token.steam_id)
  })
  return listLoginTokens(context)
}

/** Returns the token of an instance, which takes one from the pool if it has none; empty if the pool is dry. Throws SealBroken. */
export async function takeLoginToken(
  { database, clock, keys }: Pick<AppContext, 'database' | 'clock' | 'keys'>,
  instance: store.InstanceKey,
): Promise<string> {
  const claimed = await store.claimLoginToken(database, instance, clock.now())
  return claimed === null ? '' : keys.open(claimed.token, getSealContext(claimed.id))
}

/** How many servers have no token although the operator uses them; 0 while the pool has free ones. */
export async function countServersWithoutToken(queries: Queries): Promise<number> {
  const { without, total, free } = await store.countLoginTokens(queries)
  return total > 0 && free === 0 ? without : 0
}

async function insertToken(
  { keys, clock }: Dependencies,
  queries: Queries,
  token: string,
  steamId: string | null,
): Promise<void> {
  const id = randomUUIDv7()
  await store.insertLoginToken(queries, { id, steamId, now: clock.now(), ...sealToken(keys, id, token) })
}

function sealToken(keys: AppContext['keys'], id: string, token: string) {
  const text = token.toUpperCase()
  return {
    token: keys.seal(text, getSealContext(id)),
    digest: createHash('sha256').update(text).digest(),
    ending: text.slice(-4),
  }
}

function getSealContext(id: string): string {
  return `login-token:${id}`
}
