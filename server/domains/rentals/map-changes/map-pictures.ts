import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../platform/config/config.ts'

type PictureConfig = Pick<Config, 'mapPictureDir'>

/** A picture is read as a whole: a larger file is no picture for a list. */
const maxBytes = 2 * 1024 * 1024
const types = { webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' } as const

/** The operator's picture of a map, and when it was last changed. */
export interface MapPicture {
  path: string
  type: (typeof types)[keyof typeof types]
  version: string
}

/**
 * Finds `de_mirage.webp`, `.jpg` or `.png` in the operator's folder, of a Workshop map the file that is named by its number; null if there
 * is none. The map's name is one that the contract allows.
 */
export async function findMapPicture(
  { mapPictureDir }: PictureConfig,
  map: string,
): Promise<MapPicture | null> {
  if (mapPictureDir === undefined) return null
  for (const [ending, type] of Object.entries(types)) {
    const path = join(mapPictureDir, `${map}.${ending}`)
    const found = await stat(path).catch(() => null)
    if (found?.isFile() && found.size <= maxBytes)
      return { path, type, version: `${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}` }
  }
  return null
}

/** The address of a map's picture on this site, which changes with the file; null if there is none. */
export async function getMapPictureAddress(config: PictureConfig, map: string): Promise<string | null> {
  const found = await findMapPicture(config, map)
  return found && `/api/scrim/maps/${map}/picture?v=${found.version}`
}

export function readMapPicture({ path }: MapPicture): Promise<Buffer> {
  return readFile(path)
}
