import { z } from 'zod'
import type { Config } from '../../../platform/config/config.ts'
import type { AppContext } from '../../../platform/context.ts'
import { FetchFailed, fetchWithLimits } from '../../../platform/network/fetch-with-limits.ts'
import * as store from './game-version.store.ts'

const cs2AppId = '730'
const fetchLimits = { withinMs: 10_000, maxBytes: 64 * 1024 }
/** No version of Counter-Strike 2 is as old: Steam then names the one that it requires. */
const ancientVersion = '1'

const responseSchema = z.object({
  response: z.object({ success: z.literal(true), required_version: z.int().positive() }),
})

/** Starts the check of the game's version in this process; one of all processes does it each time. */
export async function startGameVersionWorker(context: AppContext): Promise<void> {
  await context.jobs.work('game-version', () => checkGameVersion(context))
}

/**
 * D18: asks Steam which version of Counter-Strike 2 players have, and stores it. Without a server of that game Steam is not asked.
 * A failure leaves the last known version and is stored for the operator.
 */
export async function checkGameVersion(
  context: Pick<AppContext, 'config' | 'database' | 'clock' | 'log'>,
): Promise<void> {
  const { config, database, clock, log } = context
  if (!(await store.hasCs2Server(database))) return
  try {
    await store.saveRequiredVersion(database, await fetchRequiredVersion(config), clock.now())
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error
    log.warn({ err: error }, 'the version of the game that Steam requires is unknown; checking again later')
    await store.saveCheckFailure(database, error.message, clock.now())
  }
}

/** The version as `parseGameVersion` reads one. Throws FetchFailed. */
async function fetchRequiredVersion({ steamApiUrl }: Pick<Config, 'steamApiUrl'>): Promise<number> {
  const address = new URL(`${steamApiUrl}/ISteamApps/UpToDateCheck/v1/`)
  address.search = new URLSearchParams({ appid: cs2AppId, version: ancientVersion }).toString()
  const body = await fetchWithLimits(address, fetchLimits)
  try {
    return responseSchema.parse(JSON.parse(body.toString('utf8'))).response.required_version
  } catch {
    throw new FetchFailed('answered with something else than a version')
  }
}
