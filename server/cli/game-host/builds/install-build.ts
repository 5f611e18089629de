import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { HostError, exitCodes } from '../host-error.ts'
import { type HostFolder, manifestName, markComplete, markIncomplete } from '../host-folder.ts'
import { type Steamcmd, cs2AppId, downloadGame } from './steamcmd.ts'

/** What Steam records of an install; 4 is "fully installed" and nothing else. */
const fullyInstalled = '4'
const steamRecord = `steamapps/appmanifest_${cs2AppId}.acf`

/**
 * Downloads the newest build beside those that are there and returns its number. An interrupted installation leaves `incoming`, which
 * the next one continues; no server can start from it. Throws HostError, also where the disk has less than `neededBytes` free.
 */
export async function installBuild(
  host: HostFolder,
  steamcmd: Steamcmd,
  neededBytes: number,
): Promise<string> {
  reclaimInterrupted(host)
  if (host.getFreeBytes() < neededBytes)
    throw new HostError(
      `the disk has ${formatGb(host.getFreeBytes())} free, ${formatGb(neededBytes)} are needed`,
      exitCodes.installFailed,
    )
  const { incoming } = host
  if (!existsSync(incoming)) seedFromCurrent(host)
  markIncomplete(incoming)
  rmSync(join(incoming, manifestName), { force: true })
  await downloadGame(steamcmd, incoming)
  const build = readInstalledBuild(incoming)
  if (host.isComplete(build)) {
    rmSync(incoming, { recursive: true })
    return build
  }
  addSteamLibrary(steamcmd, incoming)
  writeFileSync(join(incoming, manifestName), formatManifest(incoming))
  rmSync(host.getBuildPath(build), { recursive: true, force: true })
  renameSync(incoming, host.getBuildPath(build))
  markComplete(host.getBuildPath(build))
  return build
}

/** An installation that was killed after its last rename is continued like any other. */
function reclaimInterrupted(host: HostFolder): void {
  for (const name of readdirSync(join(host.root, 'builds'))) {
    if (!/^\d+$/.test(name) || host.isComplete(name)) continue
    if (existsSync(host.incoming)) rmSync(host.getBuildPath(name), { recursive: true })
    else renameSync(host.getBuildPath(name), host.incoming)
  }
}

/** SteamCMD then downloads the difference only. A copy, never a link: it writes into the files. */
function seedFromCurrent(host: HostFolder): void {
  const current = host.getCurrent()
  if (current === null) return
  markIncomplete(host.incoming)
  const { status, stderr } = spawnSync(
    'cp',
    ['-a', '--reflink=auto', `${host.getBuildPath(current)}/.`, host.incoming],
    { encoding: 'utf8' },
  )
  if (status === 0) return
  rmSync(host.incoming, { recursive: true, force: true })
  throw new HostError(`the present build cannot be copied: ${stderr.trim()}`, exitCodes.installFailed)
}

/** SteamCMD reports success for a download that Steam's own record does not confirm. */
function readInstalledBuild(folder: string): string {
  const record = existsSync(join(folder, steamRecord)) ? readFileSync(join(folder, steamRecord), 'utf8') : ''
  const read = (name: string) => new RegExp(`"${name}"\\s+"(\\d+)"`).exec(record)?.[1]
  const build = read('buildid')
  if (build === undefined || read('StateFlags') !== fullyInstalled)
    throw new HostError('Steam’s record says that the install is incomplete', exitCodes.installFailed)
  return build
}

/** The game loads steamclient.so from the home folder (`~/.steam/sdk64`), where `start.sh` links it to. */
function addSteamLibrary({ program, home }: Steamcmd, folder: string): void {
  const library = [dirname(program), join(home, '.local/share/Steam/steamcmd'), join(home, 'Steam')]
    .map((path) => join(path, 'linux64/steamclient.so'))
    .find((path) => existsSync(path))
  if (library !== undefined) copyFileSync(library, join(folder, 'steamclient.so'))
}

function formatManifest(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.incomplete'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(folder, 'steamapps')))
    .map((path) => `${lstatSync(path).size} ${relative(folder, path)}\n`)
    .join('')
}

/** Bytes as GB with one digit. */
export function formatGb(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
