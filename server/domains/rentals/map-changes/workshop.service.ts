import { z } from 'zod'
import { PortalError } from '@clutch/contract/errors.ts'
import { parseWorkshopId, workshopIdPattern } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import { parseJson } from '../../../platform/parse-json.ts'
import type { Config } from '../../../platform/config/config.ts'
import { FetchFailed, fetchWithLimits } from '../../../platform/network/fetch-with-limits.ts'

const cs2AppId = 730
const fetchLimits = { withinMs: 8_000, maxBytes: 512 * 1024 }
const maxResults = 20
const titleMaxLength = 80
/** `EResult` of Steam: the item is there for everyone. */
const resultOk = 1
/** `EPublishedFileQueryType`: by the words of its text. */
const rankedByTextSearch = 12

export interface WorkshopMap {
  id: string
  title: string
}

/** An item as both calls of the Web API describe it; fields that Steam leaves out for a hidden one are missing. */
const itemSchema = z.object({
  result: z.number(),
  publishedfileid: z.string().regex(workshopIdPattern),
  title: z.string().optional(),
  consumer_app_id: z.number().optional(),
  consumer_appid: z.number().optional(),
})

const responseSchema = z.object({
  response: z.object({ publishedfiledetails: z.array(z.unknown()).max(200).optional() }),
})

type ApiConfig = Pick<Config, 'steamApiUrl' | 'steamApiKey'>

/**
 * Maps of the Workshop by a pasted number or address, or by words of their names where a key of the Web API is configured. Throws
 * `map.not_found` for a number that is no map of the game, `workshop.unavailable` if Steam does not answer or cannot be searched.
 */
export async function findWorkshopMaps(config: ApiConfig, text: string): Promise<WorkshopMap[]> {
  const id = parseWorkshopId(text)
  try {
    if (id === null) return await searchByText(config, text.trim())
    const found = await fetchWorkshopMap(config, id)
    if (found) return [found]
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error
    throw new PortalError('workshop.unavailable', 'The Steam Workshop does not answer now', { cause: error })
  }
  throw new PortalError('map.not_found', 'There is no such map in the Workshop')
}

/** A Workshop map by its number, without a key; null if Steam has none of that number for the game. Throws FetchFailed. */
export async function fetchWorkshopMap(config: ApiConfig, id: string): Promise<WorkshopMap | null> {
  const address = new URL(`${config.steamApiUrl}/ISteamRemoteStorage/GetPublishedFileDetails/v1/`)
  const form = new URLSearchParams({ itemcount: '1', 'publishedfileids[0]': id })
  const body = await fetchWithLimits(address, { ...fetchLimits, form })
  const [item] = readItems(body)
  return item?.id === id ? item : null
}

async function searchByText({ steamApiUrl, steamApiKey }: ApiConfig, text: string): Promise<WorkshopMap[]> {
  if (steamApiKey === undefined)
    throw new PortalError('workshop.unavailable', 'The Workshop can only be searched by number here')
  const address = new URL(`${steamApiUrl}/IPublishedFileService/QueryFiles/v1/`)
  address.search = new URLSearchParams({
    key: steamApiKey,
    query_type: String(rankedByTextSearch),
    page: '1',
    numperpage: String(maxResults),
    appid: String(cs2AppId),
    search_text: text,
    requiredtags: 'Map',
    return_short_description: 'false',
  }).toString()
  return readItems(await fetchWithLimits(address, fetchLimits)).slice(0, maxResults)
}

/** The maps of the game among what Steam answered; titles are their authors' and can hold anything. Throws FetchFailed. */
function readItems(body: Buffer): WorkshopMap[] {
  const parsed = responseSchema.safeParse(parseJson(body.toString('utf8')))
  if (!parsed.success) throw new FetchFailed('answered with something else than Workshop items')
  return (parsed.data.response.publishedfiledetails ?? []).flatMap((one) => {
    const item = itemSchema.safeParse(one)
    if (!item.success || item.data.result !== resultOk) return []
    const { publishedfileid: id, title = '', consumer_app_id, consumer_appid } = item.data
    if ((consumer_app_id ?? consumer_appid) !== cs2AppId) return []
    return [{ id, title: cleanTitle(title) || id }]
  })
}

function cleanTitle(title: string): string {
  return title
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, titleMaxLength)
}
