import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HostError, exitCodes } from '../host-error.ts'
import { type LockedMod, getArchiveName } from './mods-lock.ts'

/** CounterStrikeSharp with its runtime has about 60 MB. */
const maxBytes = 500_000_000
const withinMs = 15 * 60_000

export interface Archive {
  content: Buffer
  sha256: string
}

/**
 * Returns the archive of a mod, from a folder of downloads where one is given, otherwise from its source. Throws HostError if it cannot be
 * had or its checksum is another one than the lock's. Without a checksum only HTTPS is used.
 */
export async function fetchArchive(mod: LockedMod, files: string | null): Promise<Archive> {
  const content = files === null ? await download(mod) : readDownloaded(mod, files)
  const sha256 = createHash('sha256').update(content).digest('hex')
  if (mod.sha256 !== null && mod.sha256 !== sha256)
    throw new HostError(
      `${mod.name} ${mod.version}: the checksum is ${sha256}, the lock says ${mod.sha256}; nothing was installed`,
      exitCodes.installFailed,
    )
  return { content, sha256 }
}

function readDownloaded(mod: LockedMod, files: string): Buffer {
  const path = join(files, getArchiveName(mod))
  if (!existsSync(path))
    throw new HostError(`${path} is missing; download it from ${mod.source}`, exitCodes.installFailed)
  return readFileSync(path)
}

async function download({ name, source, sha256 }: LockedMod): Promise<Buffer> {
  if (sha256 === null && !source.startsWith('https:'))
    throw new HostError(`${name}: a source without HTTPS needs a checksum in the lock`, exitCodes.usage)
  try {
    // Release pages redirect to another host; the checksum decides what is accepted.
    const response = await fetch(source, { signal: AbortSignal.timeout(withinMs) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of response.body ?? []) {
      bytes += part.length
      if (bytes > maxBytes) throw new Error(`more than ${maxBytes} bytes`)
      parts.push(part)
    }
    return Buffer.concat(parts)
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    const help = 'download it by hand and name its folder with --files'
    throw new HostError(
      `${name} cannot be downloaded from ${source} (${cause}); ${help}`,
      exitCodes.installFailed,
    )
  }
}
