import { sanitizeName } from '@clutch/contract/rules/shared/names.ts'
import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { z } from 'zod'
import type { Config } from '../../../platform/config/config.ts'
import { fetchWithLimits, FetchFailed } from '../../../platform/network/fetch-with-limits.ts'

/** What Steam's Web API returns for one player. */
export interface PlayerSummary {
  steamId: string
  name: string
  /** Where the picture is, as Steam says. */
  picture: string | null
}

/** The most players one call may ask for. */
export const maxSummariesPerCall = 100

const fetchLimits = { withinMs: 5_000, maxBytes: 512 * 1024 }
const nameMaxLength = 64

const responseSchema = z.object({ response: z.object({ players: z.array(z.unknown()) }) })
const playerSchema = z.object({
  steamid: z.string().refine(isSteamId),
  personaname: z.string().transform(cleanName).pipe(z.string().min(1)),
  avatarfull: z.string().max(500).nullable().catch(null),
})

/** C2: the players of these, at most 100, whom Steam knows, in any order. Throws FetchFailed. */
export async function fetchPlayerSummaries(
  { steamApiUrl }: Pick<Config, 'steamApiUrl'>,
  key: string,
  steamIds: readonly string[],
): Promise<PlayerSummary[]> {
  const address = new URL(`${steamApiUrl}/ISteamUser/GetPlayerSummaries/v2/`)
  address.search = new URLSearchParams({ key, steamids: steamIds.join(',') }).toString()
  const players = parsePlayers(await fetchWithLimits(address, fetchLimits))
  const requested = new Set(steamIds)
  return players.flatMap((player) => {
    const { success, data } = playerSchema.safeParse(player)
    if (!success || !requested.delete(data.steamid)) return []
    return [{ steamId: data.steamid, name: data.personaname, picture: data.avatarfull }]
  })
}

function parsePlayers(body: Buffer): unknown[] {
  try {
    return responseSchema.parse(JSON.parse(body.toString('utf8'))).response.players
  } catch {
    throw new FetchFailed('answered with something else than players')
  }
}

function cleanName(text: string): string {
  return sanitizeName(sanitizeName(text).slice(0, nameMaxLength))
}
