import type { Command, CommandHost } from './command-host.ts'

/** The maps that come with the game; a server of the simulation has those of its settings as well. */
const shippedMaps: readonly string[] = [
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
]

/** A map that is not there leaves the server where it is. */
const changeLevel: Command = (host, [map = '']) => {
  const isKnown = shippedMaps.includes(map) || host.listMaps().includes(map)
  if (!isKnown && !/^[a-z]{2,5}_[\w-]{1,60}$/.test(map)) return `CHANGELEVEL FAILED: ${map} not found\n`
  host.changeMap(map)
  return ''
}

/** Items that Steam does not give to a server: hidden, deleted, or of another game. */
const missingItems = /0000$/

/**
 * Downloads a Workshop map, during which the present one is played on, and changes to it under the name that its author gave the file.
 * One that cannot be downloaded leaves the server where it is, without a word.
 */
const hostWorkshopMap: Command = (host, [id = '']) => {
  if (!/^\d{1,20}$/.test(id)) return 'Usage: host_workshop_map <workshop id>\n'
  if (!missingItems.test(id)) host.downloadMap(`workshop_${id}`)
  return ''
}

/** Commands that change the map. */
export const mapCommands: Record<string, Command> = {
  changelevel: changeLevel,
  ds_workshop_changelevel: changeLevel,
  map: changeLevel,
  host_workshop_map: hostWorkshopMap,
}

/** Runs a map change after the download of a map: wall ms; 0 changes at once. */
export function scheduleDownload(host: CommandHost, map: string, downloadMs: number): void {
  if (downloadMs === 0) return host.changeMap(map)
  setTimeout(() => host.changeMap(map), downloadMs).unref()
}
