import type { Command, CommandHost } from './command-host.ts'
import { protectedCvars } from './console-variables.ts'
import { gameCommands } from './game-commands.ts'
import { mapCommands } from './map-commands.ts'
import { matchzyModeCommands } from '../matchzy/matchzy-modes.ts'
import { findBanCommand } from './ban-commands.ts'
import { pluginCommands } from './plugin-commands.ts'
import { findAdminCommand } from '../plugins/simple-admin-commands.ts'
import { findVipCommand } from '../plugins/vip-commands.ts'

/** The HTTP log's switches. */
const logCommands: Record<string, Command> = {
  log: (host, [state]) => {
    if (state === 'on' || state === '1') host.log.isEnabled = true
    else if (state === 'off' || state === '0') host.log.isEnabled = false
    else return `Usage: log < on | off >\ncurrently ${host.log.isEnabled ? 'logging' : 'not logging'}\n`
    return ''
  },
  logaddress_add_http: (host, [url = '']) => {
    if (!URL.canParse(url)) return `logaddress_add_http:  unparseable url\n`
    host.log.addDestination(url)
    return ''
  },
  logaddress_delall_http: (host) => {
    host.log.removeDestinations()
    return ''
  },
  logaddress_list_http: (host) => {
    const urls = host.log.listUrls()
    const heading = urls.length === 0 ? 'no http log addresses' : `${urls.length} http log addresses:`
    return [heading, ...urls, ''].join('\n')
  },
}

const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    ...gameCommands,
    ...logCommands,
    ...pluginCommands,
    ...mapCommands,
    ...matchzyModeCommands,
    exec: runConfigFile,
  }),
)

/** Runs a console line (several commands may stand on it) and returns all of its output. */
export function runCommandLine(host: CommandHost, line: string): string {
  return parseCommandLine(line)
    .map((typed) => runCommand(host, typed))
    .join('')
}

function runCommand(host: CommandHost, { words: [typed = '', ...words], text }: ParsedCommand): string {
  const name = typed.toLowerCase()
  const command = commands.get(name) ?? findPluginCommand(host, name)
  if (command) return command(host, words, text)
  const value = host.cvars.get(name)
  if (value === undefined) return `Unknown command '${name}'!\n`
  if (words.length === 0) return `${name} = ${protectedCvars.has(name) ? '***PROTECTED***' : value}\n`
  host.cvars.set(name, words.join(' '))
  return ''
}

function findPluginCommand(host: CommandHost, name: string): Command | undefined {
  return findAdminCommand(host, name) ?? findVipCommand(host, name) ?? findBanCommand(host, name)
}

function runConfigFile(host: CommandHost, [file = '']: readonly string[]): string {
  const name = file.endsWith('.cfg') ? file : `${file}.cfg`
  const text = host.readFile(`cfg/${name}`)
  if (text === null) return `Couldn't exec cfg/${name}\n`
  const lines = text.split('\n').map((line) => line.replace(/(^|\s)\/\/.*$/, ''))
  return lines
    .filter((line) => !/^\s*exec\b/.test(line) || isOfBans(line, name))
    .map((line) => runCommandLine(host, line))
    .join('')
}

/** The file of bans has no `exec` in it. */
function isOfBans(line: string, from: string): boolean {
  return from !== 'banned_user.cfg' && /^\s*exec\s+"?banned_user(?:\.cfg)?"?\s*$/.test(line)
}

/** One command of a console line. */
interface ParsedCommand {
  words: readonly string[]
  /** As it was typed, quotes and all. */
  text: string
}

/** Splits a console line into commands at `;` and line ends outside quotes, and those into words. Quotes have no escape. */
function parseCommandLine(line: string): ParsedCommand[] {
  const commands: ParsedCommand[] = []
  let words: string[] = []
  let from = 0
  const end = (at: number) => {
    if (words.length > 0) commands.push({ words, text: line.slice(from, at).trim() })
    words = []
  }
  for (const { 0: token, index } of line.matchAll(/"[^"\n]*"?|[;\n]|[^\s;"]+/g)) {
    if (token === ';' || token === '\n') {
      end(index)
      from = index + 1
    } else words.push(token.startsWith('"') ? token.replaceAll('"', '') : token)
  }
  end(line.length)
  return commands
}
