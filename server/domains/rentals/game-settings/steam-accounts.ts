import { PortalError } from '@clutch/contract/errors.ts'
import { z } from 'zod'
import type { Config } from '../../../platform/config/config.ts'
import { FetchFailed, fetchWithLimits } from '../../../platform/network/fetch-with-limits.ts'

type Dependencies = Pick<Config, 'steamApiKey' | 'steamApiUrl'>

const cs2AppId = 730
/** What the portal's accounts are called at Steam. */
const memo = 'Clutch rental'
const limits = { withinMs: 10_000, maxBytes: 1024 * 1024 }

const steamId = z.string().regex(/^\d{1,20}$/)
const loginToken = z.string().regex(/^[0-9A-Fa-f]{32}$/)
const createdSchema = z.object({ response: z.object({ steamid: steamId, login_token: loginToken }) })
const resetSchema = z.object({ response: z.object({ login_token: loginToken }) })
const listSchema = z.object({
  response: z.object({
    servers: z
      .array(
        z.object({
          steamid: steamId,
          appid: z.int(),
          login_token: z.string(),
          is_deleted: z.boolean(),
          is_expired: z.boolean(),
        }),
      )
      .default([]),
  }),
})

/** An account of a game server at Steam. */
export type SteamAccount = z.infer<typeof listSchema>['response']['servers'][number]

/** Creates an account with its login token. Each function throws `steam.no_key` or `steam.refused`. */
export async function createSteamAccount(config: Dependencies): Promise<{ steamId: string; token: string }> {
  const body = await post(config, 'CreateAccount', { appid: String(cs2AppId), memo })
  const { steamid, login_token: token } = parse(createdSchema, body).response
  return { steamId: steamid, token }
}

/** Gives an account another token; the former one ends. */
export async function resetSteamToken(config: Dependencies, account: string): Promise<string> {
  return parse(resetSchema, await post(config, 'ResetLoginToken', { steamid: account })).response.login_token
}

export async function deleteSteamAccount(config: Dependencies, account: string): Promise<void> {
  await post(config, 'DeleteAccount', { steamid: account })
}

/** The accounts of the key's owner for Counter-Strike 2. */
export async function listSteamAccounts(config: Dependencies): Promise<SteamAccount[]> {
  const address = addressOf(config, 'GetAccountList')
  address.search = new URLSearchParams({ key: keyOf(config) }).toString()
  const body = await attempt(() => fetchWithLimits(address, limits))
  return parse(listSchema, body).response.servers.filter(({ appid }) => appid === cs2AppId)
}

function post(config: Dependencies, method: string, fields: Record<string, string>): Promise<Buffer> {
  const form = new URLSearchParams({ key: keyOf(config), ...fields })
  return attempt(() => fetchWithLimits(addressOf(config, method), { ...limits, form }))
}

function addressOf({ steamApiUrl }: Dependencies, method: string): URL {
  return new URL(`${steamApiUrl}/IGameServersService/${method}/v1/`)
}

function keyOf({ steamApiKey }: Dependencies): string {
  if (steamApiKey === undefined)
    throw new PortalError('steam.no_key', 'The portal has no Web API key of Steam')
  return steamApiKey
}

async function attempt(task: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof FetchFailed) throw refused(`Steam ${error.message}`, error)
    throw error
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(body.toString('utf8')))
  } catch (error) {
    throw refused('Steam answered with something else than asked', error)
  }
}

function refused(message: string, cause: unknown): PortalError {
  return new PortalError('steam.refused', message, { cause })
}
