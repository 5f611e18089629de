import { existsSync, mkdirSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Surroundings } from '../backup/command.ts'
import { tryInstall } from './canary.ts'
import type { CheckResult } from './canary-reports.ts'
import { checkHost, formatReport } from './doctor.ts'
import { HostError, exitCodes } from './host-error.ts'
import { HostFolder } from './host-folder.ts'
import { withHostLock } from './host-lock.ts'
import { formatGb, installBuild } from './install-build.ts'
import { describeMods, installMods, recordChecksums } from './mods/mods-commands.ts'
import { pruneBuilds } from './prune-builds.ts'
import { type Steamcmd, readNewestBuild } from './steamcmd.ts'
import { type PortalLink, openPortalLink } from './portal-link.ts'
import { printHostState, printStatus, stateVariable } from './host-state.ts'
import { readTrials, recordTrial } from './trials.ts'

const usage = `npm run game-host -- COMMAND --root FOLDER [options]
  install            downloads Counter-Strike 2; the first build becomes the current one
  update             downloads a newer build beside the present one, tries it, and makes it the current one
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
  --mods VERSION     doctor: the mods to try, if not those in use
  --lock FILE        the lock file of the mods (FOLDER/mods.lock.json, else deploy/game/mods.lock.json)
  --files FOLDER     mods and lock: downloaded archives, instead of a download
  --with NAME        mods: an optional mod of the lock as well (repeatable)
Exit codes: 0 done, 1 failed, 2 usage, 3 held, 4 the tried server failed, 5 installation failed, 6 another command runs.`

type Io = Pick<Surroundings, 'environment' | 'out' | 'err'>

interface Options {
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
  /** The mods to try; null: those in use. */
  mods: string | null
  lock: string | null
  files: string | null
  with: readonly string[]
  /** Why it is held. */
  reason: string | null
  words: readonly string[]
  io: Io
}

const startScript = join(import.meta.dirname, '../../../deploy/game/start.sh')

const commands: Record<string, (options: Options) => Promise<void> | void> = {
  install,
  update,
  hold: ({ host, words, reason }) => {
    const text = reason ?? words.join(' ')
    if (text === '') throw new HostError('hold needs a reason', exitCodes.usage)
    host.setHold({ reason: text, since: new Date().toISOString() })
  },
  release: ({ host }) => host.setHold(null),
  use: useBuild,
  mods: ({ io, ...options }) => installMods({ ...options, print: io.out }),
  lock: ({ io, ...options }) => recordChecksums({ ...options, print: io.out }),
  'use-mods': useMods,
  prune: ({ host, keep, io }) => {
    for (const build of pruneBuilds(host, keep)) io.out(`removed ${build}`)
  },
  status: ({ host, isJson, io }) => printStatus(host, isJson, io.out),
  doctor,
}
/** They only read, or may not wait for a download. */
const unlocked = new Set(['status', 'hold', 'release', 'doctor'])

/** `npm run game-host`: installs and updates Counter-Strike 2 on a host of rented servers; returns the exit code. */
export async function runGameHost(args: readonly string[], io: Io): Promise<number> {
  try {
    const [name = '', ...rest] = args
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) throw new HostError(usage, exitCodes.usage)
    const options = readOptions(rest, io)
    try {
      if (unlocked.has(name)) await command(options)
      else await withHostLock(options.host.root, async () => command(options))
    } finally {
      // The portal started it, and shows the state also after a failure.
      if (io.environment[stateVariable] !== undefined) printHostState(options.host, io.out)
    }
    return 0
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    io.err(error.message)
    return error.exitCode
  }
}

function readOptions(args: readonly string[], io: Io): Options {
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

async function install({ host, steamcmd, neededBytes, io }: Options): Promise<void> {
  assertNotHeld(host)
  const build = await installBuild(host, steamcmd, neededBytes)
  if (host.getCurrent() === null) host.setCurrent(build)
  io.out(`build ${build} is installed; servers start from ${host.getCurrent()}`)
}

/** The new build becomes the current one once a server of it has passed every check; otherwise everything is held. */
async function update(options: Options): Promise<void> {
  const { host, steamcmd, neededBytes, io } = options
  assertNotHeld(host)
  const newest = await readNewestBuild(steamcmd)
  if (host.getCurrent() === newest) return io.out(`build ${newest} is the newest`)
  const build = host.isComplete(newest) ? newest : await installBuild(host, steamcmd, neededBytes)
  if (host.getCurrent() === build) return io.out(`build ${build} is the newest`)
  io.out(`trying build ${build}`)
  const results = await tryBuild(options, build)
  for (const { name, ok, detail } of results) io.out(`${ok ? 'pass' : 'FAIL'}  ${name}: ${detail}`)
  const failed = results.find(({ ok }) => !ok)
  if (failed) {
    const reason = `build ${build}: ${failed.name}: ${failed.detail}`
    host.setHold({ reason, since: new Date().toISOString(), trial: true })
    throw new HostError(`held: ${reason}`, exitCodes.canaryFailed)
  }
  // An operator may have held it while the server was tried.
  assertNotHeld(host)
  host.setCurrent(build)
  io.out(`servers start from build ${build}; running ones move at their next restart`)
}

function assertNotHeld(host: HostFolder): void {
  const hold = host.readHold()
  if (hold) throw new HostError(`held since ${hold.since}: ${hold.reason}`, exitCodes.held)
}

function useBuild({ host, words: [build = ''], io }: Options): void {
  if (!host.isComplete(build) || !/^\d+$/.test(build))
    throw new HostError(
      `no build ${build}; there are ${host.listBuilds().join(', ') || 'none'}`,
      exitCodes.usage,
    )
  // The hold comes first: a command that is killed in between leaves nothing that the next update undoes.
  host.setHold({ reason: `pinned to build ${build}`, since: new Date().toISOString() })
  host.setCurrent(build)
  io.out(`servers start from build ${build}; held until "release"`)
}

function useMods({ host, words: [version = ''], io }: Options): void {
  assertMods(host, version)
  host.setMods(version)
  const build = host.getCurrent()
  const trial = readTrials(host.root).find((one) => one.build === build && one.mods === version)
  if (build !== null && trial?.failed !== null)
    io.out(`build ${build} did not pass with these mods yet: run "doctor" before servers restart`)
}

function assertMods(host: HostFolder, version: string): void {
  if (!/^\w[\w.-]*$/.test(version) || !existsSync(join(host.getModsPath(version), 'addons')))
    throw new HostError(`mods/${version} is no folder that holds addons/`, exitCodes.usage)
}

/** Starts a server of the build with the mods that are in use, or with those of `--mods`, and records how it did. */
async function tryBuild(
  { host, port, uid, startMs, portal, demoBytes, mods: wanted }: Options,
  build: string,
): Promise<CheckResult[]> {
  if (wanted !== null) assertMods(host, wanted)
  if (process.getuid?.() === 0 && (uid === null || uid === 0))
    throw new HostError('as root, --uid must name the user of the tried server', exitCodes.usage)
  const mods = wanted ?? host.getMods()
  const results = await tryInstall({
    startScript,
    install: host.getBuildPath(build),
    mods: mods === null ? null : host.getModsPath(mods),
    scratch: host.root,
    port,
    uid,
    startMs,
    portal,
    demoBytes,
  })
  recordTrial(host.root, { build, mods }, results)
  return results
}

/** Checks the current build end to end; fails with the exit code 1 where a check does. */
async function doctor(options: Options): Promise<void> {
  const { host, port, io } = options
  const build = host.getCurrent()
  if (build === null) throw new HostError('no build is installed')
  const results = [...(await checkHost(host, build, port)), ...(await tryBuild(options, build))]
  const facts = {
    build,
    mods: describeMods(host, options.mods ?? host.getMods()),
    kernel: release(),
    processors: String(cpus().length),
    memory: formatGb(totalmem()),
  }
  io.out(formatReport(facts, results))
  if (results.some(({ ok }) => !ok)) throw new HostError('at least one check failed')
}
