import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  QueryFailed,
  RconClient,
  RconFailed,
  createQueryDriver,
  formatRconLine,
} from '../../domains/servers/index.ts'

/** The result of one check; `detail` says what was found. */
export interface CheckResult {
  name: string
  ok: boolean
  detail: string
}

export interface CanaryOptions {
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
}

const host = '127.0.0.1'
const map = 'de_mirage'
const logMs = 30_000
const pluginMs = 30_000
const pollMs = 500
const stopMs = 8_000
const tvPortOffset = 10_000
const shownLines = 5
const shownCharacters = 600

/** Starts one server from an install as the portal does, checks what players and the portal need, and ends it. */
export async function tryInstall(options: CanaryOptions): Promise<CheckResult[]> {
  const folder = mkdtempSync(join(options.scratch, 'canary-'))
  const log = await openLogReceiver()
  const secret = randomBytes(12).toString('hex')
  writeConfiguration(folder, secret, 'first', log.url, options.uid)
  const child = startServer(options, folder)
  const rcon = new RconClient({ host, port: options.port, password: secret })
  const run = (name: string, ...words: string[]) => rcon.run(formatRconLine(name, ...words))
  const results: CheckResult[] = []
  const check = async (name: string, find: () => Promise<string | null>, timeoutMs: number) => {
    let broken = ''
    const detail = await pollUntil(find, timeoutMs, child).catch((error: unknown) => {
      if (!(error instanceof PluginBroken)) throw error
      broken = error.message
      return null
    })
    const late = `not within ${timeoutMs / 1_000} s`
    const failure = child.exitCode === null ? broken || late : readLastLines(folder)
    results.push({ name, ok: detail !== null, detail: detail ?? failure })
    return detail !== null
  }
  try {
    if (!(await check('A2S answers', () => queryServer(options.port), options.startMs))) return results
    if (!(await check('RCON accepts the password', () => tryRcon(() => run('hostname')), options.startMs)))
      return results
    if (options.mods !== null) {
      const meta = () => tryRcon(async () => readMetaList(await run('meta', 'list')))
      const matchzy = () => tryRcon(async () => readPluginList(await run('css_plugins', 'list')))
      if (await check('Metamod loads CounterStrikeSharp', meta, pluginMs))
        await check('MatchZy is loaded', matchzy, pluginMs)
    }
    writeConfiguration(folder, secret, 'second', log.url, options.uid)
    await run('changelevel', map)
    const readPassword = async () => {
      const answer = await run('sv_password')
      return answer.includes('second') ? `server.cfg is read again on ${map}` : null
    }
    await check('a changed password survives a map change', () => tryRcon(readPassword), options.startMs)
    // A map begins with many lines; an empty server may write none for a while.
    await check('the log arrives', async () => log.firstLine(), logMs)
    return results
  } finally {
    rcon.close()
    log.close()
    await stopServer(child)
    rmSync(folder, { recursive: true, force: true })
    rmSync(getLogPath(folder), { force: true })
  }
}

function writeConfiguration(
  folder: string,
  rconPassword: string,
  password: string,
  logUrl: string,
  uid: number | null,
): void {
  const lines = [
    'hostname "Clutch canary"',
    `rcon_password "${rconPassword}"`,
    `sv_password "${password}"`,
    'sv_hibernate_when_empty 0',
    'log on',
    'tv_enable 1',
    `logaddress_add_http "${logUrl}"`,
  ]
  const files = {
    'cfg/server.cfg': `${lines.join('\n')}\n`,
    'cfg/MatchZy/admins.json': '{}\n',
    'counterstrikesharp/admins.json': '{}\n',
  }
  const own = (path: string) => uid !== null && chownSync(path, uid, uid)
  chmodSync(folder, 0o700)
  own(folder)
  for (const [path, text] of Object.entries(files)) {
    const parts = path.split('/').slice(0, -1)
    mkdirSync(join(folder, ...parts), { recursive: true })
    for (let depth = 1; depth <= parts.length; depth += 1) own(join(folder, ...parts.slice(0, depth)))
    writeFileSync(join(folder, path), text, { mode: 0o600 })
    own(join(folder, path))
  }
}

function startServer(options: CanaryOptions, folder: string): ChildProcess {
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
  const output = openSync(getLogPath(folder), 'w', 0o600)
  const [program = '', ...rest] = [...user, startScript, ...words]
  const child = spawn(program, rest, { stdio: ['ignore', output, output], detached: true })
  closeSync(output)
  return child
}

/** As the portal does: the start script is asked first and lets the game quit; what remains is killed. */
async function stopServer(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return
  if (child.exitCode === null) {
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

/** Repeats a look until it finds something, the time is over or the server has ended; null without a finding. */
async function pollUntil(
  find: () => Promise<string | null>,
  timeoutMs: number,
  child: ChildProcess,
): Promise<string | null> {
  const deadline = performance.now() + timeoutMs
  do {
    const found = await find()
    if (found !== null) return found
    await wait(pollMs)
  } while (performance.now() < deadline && child.exitCode === null)
  return null
}

async function queryServer(port: number): Promise<string | null> {
  const query = createQueryDriver()
  try {
    const {
      name,
      map: running,
      max,
    } = await query.ask({ protocol: 'valve', ip: host, port }, { list: false })
    return `“${name}” on ${running}, ${max} slots`
  } catch (error) {
    if (error instanceof QueryFailed) return null
    throw error
  } finally {
    query.close()
  }
}

/** The text of a command that a starting or map-changing server may not answer. */
async function tryRcon(run: () => Promise<string | null>): Promise<string | null> {
  try {
    return (await run())?.trim() ?? null
  } catch (error) {
    if (error instanceof RconFailed) return null
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

interface LogReceiver {
  url: string
  firstLine: () => string | null
  close: () => void
}

/** Receives the log of the canary on loopback, in place of the portal. */
async function openLogReceiver(): Promise<LogReceiver> {
  let first: string | null = null
  const server = createServer((request, response) => {
    request
      .setEncoding('utf8')
      .on('data', (chunk: string) => (first ??= chunk.split('\n')[0]?.trim() ?? null))
    request.on('end', () => response.end())
  }).listen(0, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/log`,
    firstLine: () => first,
    close: () => server.close(() => undefined).closeAllConnections(),
  }
}

/** The end of what the game printed, for a server that did not start. */
function readLastLines(folder: string): string {
  const lines = readFileSync(getLogPath(folder), 'utf8').trim().split('\n')
  return `the server ended: ${lines.slice(-shownLines).join(' | ').slice(-shownCharacters)}`
}

/** Beside the folder, which belongs to the game. */
function getLogPath(folder: string): string {
  return `${folder}.log`
}
