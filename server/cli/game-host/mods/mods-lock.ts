import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { HostError, exitCodes } from '../host-error.ts'

const folderName = /^\w[\w.-]{0,60}$/
/** No part begins with a dot, so none leads upwards. */
const relativePath = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/

const modSchema = z.strictObject({
  name: z.string().min(1).max(60),
  version: z.string().min(1).max(60),
  /** The address of the archive, a `.zip` or `.tar.gz`; its last part is the file's name in a folder of downloads. */
  source: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .regex(/\/[\w.+-]+\.(?:zip|tar\.gz)$/, 'must end with the name of a .zip or .tar.gz file'),
  /** Of the archive; null until the first download is recorded. */
  sha256: z.nullable(z.string().regex(/^[\da-f]{64}$/)),
  /** Where the checksum comes from, for the operator to judge. */
  checksumFrom: z.string().max(300),
  /** The folder below game/csgo that the archive is unpacked into; empty for game/csgo itself. */
  into: z.union([z.literal(''), z.string().regex(relativePath)]),
  /** A path below game/csgo that exists once it is unpacked: the archive has the layout that this lock expects. */
  provides: z.string().regex(relativePath),
  /** Unpacked only where the operator names it with `--with`. */
  optional: z.boolean().default(false),
})

const lockSchema = z.strictObject({
  /** The name of the folder in mods/. */
  version: z
    .string()
    .regex(folderName)
    .refine((name) => name !== 'current'),
  /** In the order of unpacking: a later one may replace files of an earlier one. */
  mods: z.array(modSchema).min(1).max(50),
})

export type LockedMod = z.output<typeof modSchema>
export type ModsLock = z.output<typeof lockSchema>

/** Reads a lock file. Throws HostError with what is wrong. */
export function readModsLock(path: string): ModsLock {
  try {
    return lockSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new HostError(`the lock ${path} cannot be used: ${why}`, exitCodes.usage)
  }
}

export function writeModsLock(path: string, lock: ModsLock): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(lock, null, 2)}\n`)
  renameSync(`${path}.new`, path)
}

/** The name of the archive, as a browser stores the download. */
export function getArchiveName({ source }: Pick<LockedMod, 'source'>): string {
  return basename(new URL(source).pathname)
}

/** The mods to install; `wanted` are names of optional ones, without regard to case. Throws HostError for an unknown name. */
export function selectMods({ mods }: ModsLock, wanted: readonly string[]): LockedMod[] {
  const names = new Set(wanted.map((name) => name.toLowerCase()))
  const unknown = wanted.find((name) => !mods.some((mod) => mod.name.toLowerCase() === name.toLowerCase()))
  if (unknown !== undefined) throw new HostError(`the lock has no mod "${unknown}"`, exitCodes.usage)
  return mods.filter(({ name, optional }) => !optional || names.has(name.toLowerCase()))
}
