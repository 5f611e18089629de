import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openGame, tvPortOffset } from '../../../domains/rentals/index.ts'
import { RconAuthFailed, RconClient, RconFailed, formatRconLine } from '../../../domains/servers/index.ts'
import { getTrialLock, getTrialLog, removeLeftTrials } from './trial-leftovers.ts'
import { withFileLock } from '../host-lock.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { type CheckResult, checkPortal, openLogReceiver, openPortalLog } from './trial-checks.ts'
import { type PortalLink, PortalUnreachable } from '../portal-link.ts'

export interface TrialOptions {
  startScript: string
  /** The folder of the build. */
  install: string
  /** The folder of the mods; null starts the game without any. */
  mods: string | null
  /** Where the server's own folder is created, and removed afterwards. */
  scratch: string
  /** UDP and TCP; the TV has the port 10,000 above. */
  port: number
  /** The user and group of the game; null: those of this process. */
  uid: number | null
  /** The game loads within 7 s; a first start on a slow disk takes minutes. */
  startMs: number
  /** Where the game reports to, and that asks it back; null: a receiver on loopback. */
  portal: PortalLink | null
  /** Bytes of the demo that is uploaded to the portal. */
  demoBytes: number
}

const host = '127.0.0.1'
const map = 'de_mirage'
const logMs = 30_000
const pluginMs = 30_000
const pollMs = 500
const stopMs = 8_000
const firstPassword = 'first1'
const secondPassword = 'second2'
const trialFacts = { number: 'sv-trial', name: 'Clutch trial', admins: [] }
const shownLines = 5
const shownCharacters = 600

/** Starts one server from an install as the portal does, checks what players and the portal need, and ends it. */
export async function tryInstall(options: TrialOptions): Promise<CheckResult[]> {
  removeLeftTrials(options.scratch)
  const folder = join(options.scratch, `trial-${randomBytes(4).toString('hex')}`)
  try {
    return await withFileLock(getTrialLock(folder), () => tryInFolder(options, folder))
  } finally {
    rmSync(getTrialLock(folder), { force: true })
  }
}

async function tryInFolder(options: TrialOptions, folder: string): Promise<CheckResult[]> {
  mkdirSync(folder)
  const log = options.portal === null ? await openLogReceiver() : openPortalLog(options.portal)
  const config = readConfig({ CLUTCH_ENV: 'development', CLUTCH_PORT: '0', CLUTCH_REPORT_URL: log.url })
  const game = await openGame({
    config,
    clock: { now: () => new Date(), monotonicMs: () => performance.now() },
  })
  const secret = randomBytes(12).toString('hex')
  const reportSecret = options.portal?.token ?? secret
  const facts = { ...trialFacts, rconPassword: secret, reportSecret, password: firstPassword }
  const write = (password: string) => writeFiles(folder, game.files({ ...facts, password }), options.uid)
  write(firstPassword)
  const target = { host, port: options.port }
  const rcon = new RconClient({ ...target, password: secret })
  const child = startServer(options, folder)
  const results: CheckResult[] = []
  const check = async (name: string, find: () => Promise<string | null>, timeoutMs: number) => {
    const { found, problem } = await pollUntil(find, timeoutMs, child, folder)
    results.push({ name, ok: found !== null, detail: found ?? problem })
    return found !== null
  }
  const ask = (name: string, ...words: string[]) => tryRcon(rcon, formatRconLine(name, ...words))
  try {
    const query = async () => {
      const status = await game.queryStatus(target)
      return status && `${status.map}, ${status.max} slots`
    }
    if (!(await check('A2S answers', query, options.startMs))) return results
    const isReady = async () => ((await game.isReady(target, facts)) ? 'accepted' : null)
    if (!(await check('RCON accepts the password', isReady, options.startMs))) return results
    if (options.mods !== null) {
      const meta = async () => readMetaList((await ask('meta', 'list')) ?? '')
      const matchzy = async () => readPluginList((await ask('css_plugins', 'list')) ?? '')
      if (await check('Metamod loads CounterStrikeSharp', meta, pluginMs))
        await check('MatchZy is loaded', matchzy, pluginMs)
    }
    write(secondPassword)
    await ask('changelevel', map)
    const readPassword = async () =>
      (await ask('sv_password'))?.includes(secondPassword) === true
        ? `server.cfg is read again on ${map}`
        : null
    await check('a changed password survives a map change', readPassword, options.startMs)
    // A map begins with many lines; an empty server may write none for a while.
    await check(log.checkName, async () => log.findArrived(), logMs)
    if (options.portal) results.push(...(await checkPortal(options.portal, options, secret)))
    return results
  } finally {
    rcon.close()
    game.close()
    log.close()
    await stopServer(child)
    rmSync(folder, { recursive: true, force: true })
    rmSync(getTrialLog(folder), { force: true })
  }
}

/**
 * Writes the configuration so that the user of the game can read it and never replace it: this process writes it again, and must not
 * follow a link of the game's making. The folder is sticky, its folders and files belong to this process.
 */
function writeFiles(folder: string, files: Readonly<Record<string, string>>, uid: number | null): void {
  const share = (path: string, mode: number) => {
    if (uid !== null) chownSync(path, process.getuid?.() ?? 0, uid)
    chmodSync(path, mode)
  }
  share(folder, 0o1770)
  for (const [path, text] of Object.entries(files)) {
    const parts = path.split('/').slice(0, -1)
    mkdirSync(join(folder, ...parts), { recursive: true })
    for (let depth = 1; depth <= parts.length; depth += 1)
      share(join(folder, ...parts.slice(0, depth)), 0o750)
    writeFileSync(join(folder, path), text, { mode: 0o600 })
    share(join(folder, path), 0o640)
  }
}

function startServer(options: TrialOptions, folder: string): ChildProcess {
  const { startScript, install, mods, port, uid } = options
  const words = ['run', '--install', install, '--folder', folder, '--port', String(port)]
  words.push(
    '--tv',
    String(port + tvPortOffset),
    '--host',
    '0.0.0.0',
    ...(mods === null ? [] : ['--mods', mods]),
  )
  const user = uid === null ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--']
  const output = openSync(getTrialLog(folder), 'w', 0o600)
  const [program = '', ...rest] = [...user, startScript, ...words]
  // The user of the game may not enter the folder that the command was called in.
  const child = spawn(program, rest, { cwd: '/', stdio: ['ignore', output, output], detached: true })
  closeSync(output)
  // Such as a setpriv that is missing: a server that has ended.
  child.once('error', ({ message }) => appendFileSync(getTrialLog(folder), message))
  return child
}

/** As the portal does: the start script is asked first and lets the game quit; what remains is killed. */
async function stopServer(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await Promise.race([ended, wait(stopMs, undefined, { ref: false })])
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Nothing of its group is left.
  }
}

/** Repeats a look until it finds something, the time is over, the server has ended or a plugin is broken. */
async function pollUntil(
  find: () => Promise<string | null>,
  timeoutMs: number,
  child: ChildProcess,
  folder: string,
): Promise<{ found: string | null; problem: string }> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const deadline = performance.now() + timeoutMs
  try {
    do {
      const found = await find()
      if (found !== null) return { found, problem: '' }
      await wait(pollMs)
    } while (performance.now() < deadline && !hasEnded())
  } catch (error) {
    if (!(error instanceof PluginBroken || error instanceof PortalUnreachable)) throw error
    return { found: null, problem: error.message }
  }
  return { found: null, problem: hasEnded() ? readLastLines(folder) : `not within ${timeoutMs / 1_000} s` }
}

/** The answer to a command; null from a server that does not answer, as during a map change. */
async function tryRcon(rcon: RconClient, line: string): Promise<string | null> {
  try {
    return await rcon.run(line)
  } catch (error) {
    if (error instanceof RconFailed || error instanceof RconAuthFailed) return null
    throw error
  }
}

/** A plugin reports that it cannot be loaded: waiting changes nothing. */
export class PluginBroken extends Error {
  override name = 'PluginBroken'
}

/**
 * `meta list` names CounterStrikeSharp once it is loaded; a game without Metamod does not know the command. Throws PluginBroken where
 * it is listed with `<ERROR>`, as after an update of the game.
 */
export function readMetaList(answer: string): string | null {
  const line = answer.split('\n').find((text) => text.includes('CounterStrikeSharp'))
  if (line?.includes('<ERROR>') === true) throw new PluginBroken(line.trim())
  return line?.trim() ?? null
}

/** `css_plugins list` has MatchZy as LOADED. */
export function readPluginList(answer: string): string | null {
  const line = answer.split('\n').find((text) => /\[#\d+:LOADED\]: "MatchZy"/.test(text))
  return line?.trim() ?? null
}

/** The end of what the game printed, for a server that did not start. */
function readLastLines(folder: string): string {
  const lines = readFileSync(getTrialLog(folder), 'utf8').trim().split('\n')
  return `the server ended: ${lines.slice(-shownLines).join(' | ').slice(-shownCharacters)}`
}
