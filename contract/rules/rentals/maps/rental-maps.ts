/** The maps that come with Counter-Strike 2 and that practice servers are used for; others are in the Workshop. */
export const officialMaps = [
  'de_mirage',
  'de_inferno',
  'de_dust2',
  'de_nuke',
  'de_ancient',
  'de_anubis',
  'de_train',
  'de_overpass',
  'de_vertigo',
  'cs_office',
  'cs_italy',
] as const

export type OfficialMap = (typeof officialMaps)[number]

export function isOfficialMap(map: string): map is OfficialMap {
  return officialMaps.some((known) => known === map)
}

/** The number of a Workshop item, as `host_workshop_map` takes it. */
export const workshopIdPattern = /^[1-9]\d{5,19}$/

/** Whether a map of the API (`de_mirage`, `3070284539`) is one of the Workshop. */
export function isWorkshopMap(map: string): boolean {
  return workshopIdPattern.test(map)
}

/** Returns the number of a Workshop item from what a player pastes: the number, or the address of its page; null for anything else. */
export function parseWorkshopId(text: string): string | null {
  const pasted = text.trim()
  if (workshopIdPattern.test(pasted)) return pasted
  const url = URL.parse(pasted)
  if (!url || !/^(www\.)?steamcommunity\.com$/.test(url.hostname)) return null
  if (!/^\/(sharedfiles|workshop)\/filedetails\/?$/.test(url.pathname)) return null
  const id = url.searchParams.get('id') ?? ''
  return workshopIdPattern.test(id) ? id : null
}

/** What a practice server is used for. `duel` is 1v1. */
export const rentalModes = ['practice', 'match', 'scrim', 'deathmatch', 'retakes', 'duel'] as const

export type RentalMode = (typeof rentalModes)[number]

/** What a server runs that was never set to another mode (`matchzy_autostart_mode 2`). */
export const defaultRentalMode: RentalMode = 'practice'

/** The modes that MatchZy itself has: it goes from one to another without loading the map again. */
const matchzyModes: readonly RentalMode[] = ['practice', 'match', 'scrim']

export function isMatchzyMode(mode: RentalMode): boolean {
  return matchzyModes.includes(mode)
}

/** How far a change of map and mode is. `waiting`: the server is not asked yet; `loading`: it does not report the map yet. */
export const mapChangeStates = ['waiting', 'loading', 'failed'] as const
