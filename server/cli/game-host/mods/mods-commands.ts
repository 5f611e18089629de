import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { HostError, exitCodes } from '../host-error.ts'
import type { HostFolder } from '../host-folder.ts'
import { fetchArchive } from './fetch-archive.ts'
import {
  type LockedMod,
  type ModsLock,
  getArchiveName,
  readModsLock,
  selectMods,
  writeModsLock,
} from './mods-lock.ts'
import { unpackArchive } from './unpack-archive.ts'

export interface ModsOptions {
  host: HostFolder
  /** The lock file; null: the host's own one, or the one of this version of Clutch. */
  lock: string | null
  /** A folder with downloaded archives; null downloads them. */
  files: string | null
  /** Optional mods to install. */
  with: readonly string[]
  print: (line: string) => void
}

const shippedLock = join(import.meta.dirname, '../../../../deploy/game/mods.lock.json')

/** The versions in a folder of mods, for a report; its name alone if `mods` did not install it. */
export function describeMods(host: HostFolder, version: string | null): string {
  if (version === null) return 'none'
  const record = `${host.getModsPath(version)}.lock.json`
  if (!existsSync(record)) return version
  const names = readModsLock(record).mods.map((mod) => `${mod.name} ${mod.version}`)
  return `${version} (${names.join(', ')})`
}

/** The host's own lock file, which `lock` writes and `mods` prefers. */
function getHostLock(host: HostFolder): string {
  return join(host.root, 'mods.lock.json')
}

function loadLock({ host, lock }: ModsOptions): ModsLock {
  const own = getHostLock(host)
  return readModsLock(lock ?? (existsSync(own) ? own : shippedLock))
}

/**
 * Installs the mods of the lock into `mods/<version>`, all or none, and records what it got in `mods/<version>.lock.json`. A checksum that
 * the lock does not know is recorded there on first use, and demanded from then on. Throws HostError.
 */
export async function installMods(options: ModsOptions): Promise<void> {
  const { host, files, print } = options
  const lock = loadLock(options)
  const target = host.getModsPath(lock.version)
  const record = `${target}.lock.json`
  if (existsSync(target))
    throw new HostError(
      `${target} is there and is never changed; give the lock another version, or remove the folder`,
      exitCodes.usage,
    )
  const known = existsSync(record) ? readModsLock(record) : null
  const mods = selectMods(lock, options.with).map((mod) => adoptRecordedChecksum(mod, known))
  const incoming = host.getModsPath('.incoming')
  rmSync(incoming, { recursive: true, force: true })
  const installed: LockedMod[] = []
  for (const mod of mods) {
    const { content, sha256 } = await fetchArchive(mod, files)
    mkdirSync(join(incoming, mod.into), { recursive: true })
    await unpackArchive(getArchiveName(mod), content, join(incoming, mod.into))
    assertLayout(mod, incoming)
    print(`${mod.name} ${mod.version}: ${describeChecksum(mod, sha256)}`)
    installed.push({
      ...mod,
      sha256,
      checksumFrom: mod.sha256 === null ? 'first download of this host' : mod.checksumFrom,
    })
  }
  writeModsLock(record, { ...lock, mods: installed })
  renameSync(incoming, target)
  print(
    `mods ${lock.version} are installed; try them with "doctor --mods ${lock.version}", then "use-mods ${lock.version}"`,
  )
}

/** The first installation on this host decides where the lock has no checksum. */
function adoptRecordedChecksum(mod: LockedMod, known: ModsLock | null): LockedMod {
  const same = known?.mods.find(({ name, source }) => name === mod.name && source === mod.source)
  return mod.sha256 === null && same ? { ...mod, sha256: same.sha256, checksumFrom: same.checksumFrom } : mod
}

function assertLayout({ name, version, provides, into }: LockedMod, folder: string): void {
  if (existsSync(join(folder, provides))) return
  throw new HostError(
    `${name} ${version}: ${provides} is missing after unpacking into game/csgo/${into}; the archive has another layout`,
    exitCodes.installFailed,
  )
}

function describeChecksum({ sha256: known, checksumFrom }: LockedMod, sha256: string): string {
  if (known !== null) return `checksum as in the lock (${checksumFrom})`
  return `the lock has no checksum; recorded ${sha256}. Compare it with the page of the release, and keep it with "lock"`
}

/**
 * Records the checksums of downloaded archives in the host's lock file, which `mods` then demands. A checksum that is known stays: another
 * file is refused. Throws HostError.
 */
export async function recordChecksums(options: ModsOptions): Promise<void> {
  const { host, files, print } = options
  if (files === null) throw new HostError('lock needs --files with the downloaded archives', exitCodes.usage)
  const lock = loadLock(options)
  const mods: LockedMod[] = []
  for (const mod of lock.mods) {
    if (!existsSync(join(files, getArchiveName(mod)))) {
      print(`${mod.name} ${mod.version}: ${getArchiveName(mod)} is not in ${files}; left as it is`)
      mods.push(mod)
      continue
    }
    const { sha256 } = await fetchArchive(mod, files)
    print(`${mod.name} ${mod.version}: ${sha256}`)
    mods.push(
      mod.sha256 === null ? { ...mod, sha256, checksumFrom: 'recorded by the operator of this host' } : mod,
    )
  }
  writeModsLock(getHostLock(host), { ...lock, mods })
  print(`wrote ${getHostLock(host)}`)
}
