import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CommandIo } from '../../backup/command.ts'
import { HostError, exitCodes } from '../host-error.ts'
import { HostFolder } from '../host-folder.ts'
import { type PortalLink, openPortalLink } from '../portal-link.ts'
import type { Steamcmd } from '../builds/steamcmd.ts'

/** The build that Steam serves. */
export const newestBuild = 'newest'
export const hourMs = 3_600_000

export const usage = `npm run game-host -- COMMAND --root FOLDER [options]
  install            downloads Counter-Strike 2; the first build becomes the current one
  update             downloads a newer build beside the present one, tries it, and makes it the current one
  apply              makes the host what --build and --mods say, after a trial; for hosts that are managed by a description
  hold REASON…       no build is installed or switched to until "release" (or --reason=REASON)
  release            ends the hold
  use BUILD          servers start from this installed build, and hold (roll back, pin)
  mods               installs the mods of the lock file into FOLDER/mods/VERSION
  lock               records the checksums of downloaded mods (--files) in FOLDER/mods.lock.json
  use-mods VERSION   servers start with FOLDER/mods/VERSION
  prune [--keep 1]   removes old builds that no server runs from
  status [--json]    lists builds, mods and the hold
  doctor             checks the host and starts a server; prints a report
Options
  --root FOLDER      the installs of this host (CLUTCH_GAME_ROOT)
  --steamcmd FILE    SteamCMD (steamcmd)
  --port N           the port of the server that is tried (27990; the TV has it plus 10000)
  --uid N            the user of that server; needed as root, and never 0
  --need-gb N        free disk space that an installation needs (75)
  --start-seconds N  how long the tried server may load (300)
  --portal URL       doctor: the portal that servers report to; checks the way there and back
  --token-file FILE  doctor: the token of "npm run operator -- host check"
  --public-host IP   doctor: where players reach this host; the portal asks there
  --demo-mb N        doctor: the size of the demo that is uploaded (100)
  --mods VERSION     doctor: the mods to try; apply: those that servers start with; if not those in use
  --build N|newest   apply: the build that servers start from (newest)
  --delay-hours N    apply: the newest build is installed once it is published for so long (0)
  --revision TEXT    apply: ends a hold when it is another one than last time
  --lock FILE        the lock file of the mods (FOLDER/mods.lock.json, else deploy/game/mods.lock.json)
  --files FOLDER     mods and lock: downloaded archives, instead of a download
  --with NAME        mods: an optional mod of the lock as well (repeatable)
Exit codes: 0 done, 1 failed, 2 usage, 3 held, 4 the tried server failed, 5 installation failed, 6 another command runs, 7 Steam does not answer.`

export type Io = Pick<CommandIo, 'environment' | 'out' | 'err'>

/** What a command of `game-host` works with. */
export interface HostOptions {
  host: HostFolder
  steamcmd: Steamcmd
  neededBytes: number
  keep: number
  isJson: boolean
  port: number
  uid: number | null
  startMs: number
  portal: PortalLink | null
  demoBytes: number
  /** The mods to try or to use; null: those in use. */
  mods: string | null
  /** A number, or `newest`. */
  build: string
  /** How long the newest build is published before it is installed. */
  delayMs: number
  revision: string | null
  lock: string | null
  files: string | null
  with: readonly string[]
  /** Why it is held. */
  reason: string | null
  words: readonly string[]
  io: Io
}

/** Reads the command line. Throws HostError. */
export function readOptions(args: readonly string[], io: Io): HostOptions {
  const { values, positionals } = parseOptions(args)
  const root = values.root ?? io.environment['CLUTCH_GAME_ROOT']
  if (root === undefined) throw new HostError('--root is missing', exitCodes.usage)
  const host = new HostFolder(root)
  const home = join(root, 'steam')
  mkdirSync(home, { recursive: true })
  return {
    host,
    steamcmd: { program: values.steamcmd, home, print: io.out },
    neededBytes: readNumber('need-gb', values['need-gb']) * 1e9,
    keep: readNumber('keep', values.keep),
    isJson: values.json,
    port: readNumber('port', values.port),
    uid: values.uid === undefined ? null : readNumber('uid', values.uid),
    startMs: readNumber('start-seconds', values['start-seconds']) * 1_000,
    portal: openPortalLink({
      url: values.portal,
      tokenFile: values['token-file'],
      publicHost: values['public-host'],
    }),
    demoBytes: readNumber('demo-mb', values['demo-mb']) * 1e6,
    mods: values.mods ?? null,
    build: values.build,
    delayMs: readNumber('delay-hours', values['delay-hours']) * hourMs,
    revision: values.revision ?? null,
    lock: values.lock ?? null,
    files: values.files ?? null,
    with: values.with,
    reason: values.reason ?? null,
    words: positionals,
    io,
  }
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        root: { type: 'string' },
        steamcmd: { type: 'string', default: 'steamcmd' },
        port: { type: 'string', default: '27990' },
        uid: { type: 'string' },
        'need-gb': { type: 'string', default: '75' },
        'start-seconds': { type: 'string', default: '300' },
        keep: { type: 'string', default: '1' },
        json: { type: 'boolean', default: false },
        portal: { type: 'string' },
        'token-file': { type: 'string' },
        'public-host': { type: 'string' },
        'demo-mb': { type: 'string', default: '100' },
        mods: { type: 'string' },
        build: { type: 'string', default: newestBuild },
        'delay-hours': { type: 'string', default: '0' },
        revision: { type: 'string' },
        lock: { type: 'string' },
        files: { type: 'string' },
        with: { type: 'string', multiple: true, default: [] },
        reason: { type: 'string' },
      },
    })
  } catch (error) {
    throw new HostError(error instanceof Error ? error.message : usage, exitCodes.usage)
  }
}

function readNumber(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new HostError(`--${name} must be a whole number`, exitCodes.usage)
  return Number(text)
}
