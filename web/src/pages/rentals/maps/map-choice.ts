import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import {
  type OfficialMap,
  type RentalMode,
  isOfficialMap,
} from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import { mapName } from '@clutch/contract/rules/servers/map-name.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../../app/api/use-action.ts'
import { useSession } from '../../../app/session/session.ts'
import { type WorkshopMaps, changeMap, mapsQuery, searchWorkshop } from './maps.queries.ts'

export type MapSource = 'official' | 'workshop'

/** The official map that a server plays; null for another one, and while it is silent. */
function getPlayedMap({ live }: RentalView): OfficialMap | null {
  const name = live === null ? '' : mapName(live.map)
  return isOfficialMap(name) ? name : null
}

/** What is chosen in the dialog of map and mode, and what can be done with it. */
export function useMapChoice(server: RentalView, onDone: () => void) {
  const client = useQueryClient()
  const steamId = useSession()?.user.steamId ?? ''
  const options = useQuery(mapsQuery(steamId))
  const [source, setSource] = useState<MapSource>('official')
  const [official, setOfficial] = useState<OfficialMap | null>(getPlayedMap(server))
  const [workshop, setWorkshop] = useState<string | null>(null)
  const [wantedMode, setMode] = useState<RentalMode>(server.mode)
  const [found, setFound] = useState<WorkshopMaps | null>(null)
  const search = useAction(async (text: string) => {
    const maps = await searchWorkshop(text)
    setFound(maps)
    setWorkshop(pickOnly(maps))
  })
  // A mode that the operator no longer offers cannot be asked for again.
  const modes = options.data?.modes ?? []
  const mode = modes.includes(wantedMode) ? wantedMode : modes[0]
  const map = source === 'official' ? official : workshop
  const applying = useAction(async () => {
    if (map === null || mode === undefined) return
    await changeMap(client, { instance_id: server.instance_id, map, mode })
    onDone()
  })
  return {
    options,
    source,
    setSource,
    official,
    setOfficial,
    workshop,
    setWorkshop,
    modes,
    mode,
    setMode,
    search,
    found,
    applying,
    isComplete: map !== null && mode !== undefined,
  }
}

export type MapChoice = ReturnType<typeof useMapChoice>

/** One that was found by its number is chosen. */
function pickOnly(found: readonly { id: string }[]): string | null {
  return found.length === 1 ? (found[0]?.id ?? null) : null
}
