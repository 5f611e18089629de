import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSteamcmd } from '@clutch/gamesim/install/write-steamcmd.ts'
import type { RealNode } from './node-cluster.ts'

const repository = join(import.meta.dirname, '../../../../../..')
/** Where SteamCMD is on a node, which is emulated and installs simulated games. */
const steamcmd = '/opt/steamcmd'

/** Puts an emulated SteamCMD on the disk of a node; it installs a build of the simulated game, which runs from the same folder. */
export function putSteamcmd({ disk }: RealNode, build: string): void {
  const folder = join(disk, steamcmd)
  mkdirSync(folder, { recursive: true })
  cpSync(join(repository, 'gamesim'), join(folder, 'gamesim'), {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  })
  copyPackage('mysql2', folder)
  writeSteamcmd(folder, join(steamcmd, 'steam.json'), '/usr/local/bin/node')
  const program = join(folder, 'linux32/steamcmd')
  writeFileSync(program, readFileSync(program, 'utf8').replaceAll(repository, steamcmd))
  writeFileSync(join(folder, 'steam.json'), JSON.stringify({ build }))
  // As docs/kubernetes-games.md says: SteamCMD writes into its own folder.
  execFileSync('chown', ['--recursive', '4711:4711', folder])
}

/** Copies a package of this repository with those it needs. */
function copyPackage(name: string, folder: string): void {
  const from = join(repository, 'node_modules', name)
  cpSync(from, join(folder, 'node_modules', name), { recursive: true })
  const { dependencies = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  for (const needed of Object.keys(dependencies)) copyPackage(needed, folder)
}
