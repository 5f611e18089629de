import { cpus, release, totalmem } from 'node:os'
import { checkHost, formatReport } from './doctor.ts'
import { HostError, exitCodes } from './host-error.ts'
import { withHostLock } from './host-lock.ts'
import { formatGb, installBuild } from './builds/install-build.ts'
import { describeMods, installMods, recordChecksums } from './mods/mods-commands.ts'
import { pruneBuilds } from './builds/prune-builds.ts'
import { readNewestBuild } from './builds/steamcmd.ts'
import { printHostState, printStatus, stateVariable } from './host-state.ts'
import { applyDescription } from './switching/apply-description.ts'
import { type HostOptions, type Io, readOptions, usage } from './switching/host-options.ts'
import { assertMods, assertNotHeld, tryBuild, tryOrHold } from './switching/try-build.ts'
import { readTrials } from './trials/trial-log.ts'

const commands: Record<string, (options: HostOptions) => Promise<void> | void> = {
  install,
  update,
  apply: applyDescription,
  hold: ({ host, words, reason, io }) => {
    const text = reason ?? words.join(' ')
    if (text === '') throw new HostError('hold needs a reason', exitCodes.usage)
    host.setHold({ reason: text, since: new Date().toISOString() })
    io.out(`held until "release": ${text}`)
  },
  release: ({ host, io }) => {
    host.setHold(null)
    io.out('released')
  },
  use: useBuild,
  mods: ({ io, ...options }) => installMods({ ...options, print: io.out }),
  lock: ({ io, ...options }) => recordChecksums({ ...options, print: io.out }),
  'use-mods': useMods,
  prune: ({ host, keep, io }) => {
    const removed = [...pruneBuilds(host, keep)]
    for (const build of removed) io.out(`removed ${build}`)
    if (removed.length === 0) io.out('no build to remove')
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
    if (name === 'help' || args.includes('--help')) {
      io.out(usage)
      return 0
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command)
      throw new HostError(name === '' ? usage : `unknown command: ${name} (see --help)`, exitCodes.usage)
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

async function install({ host, steamcmd, neededBytes, io }: HostOptions): Promise<void> {
  assertNotHeld(host)
  const build = await installBuild(host, steamcmd, neededBytes)
  if (host.getCurrent() === null) host.setCurrent(build)
  io.out(`build ${build} is installed; servers start from ${host.getCurrent()}`)
}

/** The new build becomes the current one once a server of it has passed every check; otherwise everything is held. */
async function update(options: HostOptions): Promise<void> {
  const { host, steamcmd, neededBytes, io } = options
  assertNotHeld(host)
  const { build: newest } = await readNewestBuild(steamcmd)
  if (host.getCurrent() === newest) return io.out(`build ${newest} is the newest`)
  const build = host.isComplete(newest) ? newest : await installBuild(host, steamcmd, neededBytes)
  if (host.getCurrent() === build) return io.out(`build ${build} is the newest`)
  await tryOrHold(options, build)
  host.setCurrent(build)
  io.out(`servers start from build ${build}; running ones move at their next restart`)
}

function useBuild({ host, words: [build = ''], io }: HostOptions): void {
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

function useMods({ host, words: [version = ''], io }: HostOptions): void {
  assertMods(host, version)
  host.setMods(version)
  const build = host.getCurrent()
  const trial = readTrials(host.root).find((one) => one.build === build && one.mods === version)
  if (build !== null && trial?.failed !== null)
    io.out(`build ${build} did not pass with these mods yet: run "doctor" before servers restart`)
}

/** Checks the current build end to end; fails with the exit code 1 where a check does. */
async function doctor(options: HostOptions): Promise<void> {
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
