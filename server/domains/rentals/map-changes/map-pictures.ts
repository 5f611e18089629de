import { buffer } from 'node:stream/consumers'
import type { Config } from '../../../platform/config/config.ts'
import { type FileStore, FileStoreUnavailable, type StoredFile } from '../../../platform/files/file-store.ts'
import { hasBucket, openFileStore } from '../../../platform/files/open-file-store.ts'

/** A picture is read as a whole: a larger file is no picture for a list. */
const maxBytes = 2 * 1024 * 1024
const types = { webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' } as const
/** Pictures of a bucket are listed again after this time. */
const listedForMs = 60_000

/** The operator's picture of a map, and when it was last changed. */
export interface MapPicture {
  file: StoredFile
  type: (typeof types)[keyof typeof types]
  version: string
}

/**
 * Finds `de_mirage.webp`, `.jpg` or `.png` among the operator's pictures, of a Workshop map the file that is named by its number; null if
 * there is none. The map's name is one that the contract allows.
 */
export async function findMapPicture(config: Config, map: string): Promise<MapPicture | null> {
  const find = await openPictures(config)
  for (const [ending, type] of Object.entries(types)) {
    const file = (await find?.(`${map}.${ending}`)) ?? null
    if (file && file.size <= maxBytes)
      return {
        file,
        type,
        version: `${file.size.toString(36)}-${Math.floor(file.changedAt.getTime()).toString(36)}`,
      }
  }
  return null
}

/** The address of a map's picture on this site, which changes with the file; null if there is none. */
export async function getMapPictureAddress(config: Config, map: string): Promise<string | null> {
  const found = await findMapPicture(config, map)
  return found && `/api/scrim/maps/${map}/picture?v=${found.version}`
}

export async function readMapPicture({ file }: MapPicture): Promise<Buffer> {
  return buffer(await file.read())
}

type FindPicture = (key: string) => StoredFile | null | Promise<StoredFile | null>

interface Listing {
  listedAt: number
  files: Promise<ReadonlyMap<string, StoredFile>>
}

const listings = new WeakMap<Config, Listing>()

/** A folder is looked into each time; a bucket, where each look is a request, is listed once a minute. */
async function openPictures(config: Config): Promise<FindPicture | null> {
  if (!hasBucket(config)) {
    if (config.mapPictureDir === undefined) return null
    const store = openFileStore(config, 'map-pictures')
    return (key) => store.find(key)
  }
  const now = performance.now()
  let listing = listings.get(config)
  if (!listing || now - listing.listedAt > listedForMs) {
    listing = { listedAt: now, files: listPictures(openFileStore(config, 'map-pictures')) }
    listings.set(config, listing)
  }
  const files = await listing.files
  return (key) => files.get(key) ?? null
}

/** Without its bucket the portal draws the maps. */
async function listPictures(store: FileStore): Promise<ReadonlyMap<string, StoredFile>> {
  const files = new Map<string, StoredFile>()
  try {
    for await (const file of store.list()) files.set(file.key, file)
  } catch (error) {
    if (!(error instanceof FileStoreUnavailable)) throw error
  }
  return files
}
