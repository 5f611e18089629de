import type { Command, CommandHost } from './command-host.ts'
import { protectedCvars } from './console-variables.ts'
import { gameCommands } from './game-commands.ts'
import { logCommands } from './log-commands.ts'
import { pluginCommands } from './plugin-commands.ts'
import { type ParsedCommand, parseCommandLine } from './tokens.ts'

const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({ ...gameCommands, ...logCommands, ...pluginCommands, exec: runConfigFile }),
)

/** Runs a console line (several commands may stand on it) and returns all of its output. */
export function runCommandLine(host: CommandHost, line: string): string {
  return parseCommandLine(line)
    .map((typed) => runCommand(host, typed))
    .join('')
}

function runCommand(host: CommandHost, { words: [typed = '', ...words], text }: ParsedCommand): string {
  const name = typed.toLowerCase()
  const command = commands.get(name)
  if (command) return command(host, words, text)
  const value = host.cvars.get(name)
  if (value === undefined) return `Unknown command '${name}'!\n`
  if (words.length === 0) return `${name} = ${protectedCvars.has(name) ? '***PROTECTED***' : value}\n`
  host.cvars.set(name, words.join(' '))
  return ''
}

function runConfigFile(host: CommandHost, [file = '']: readonly string[]): string {
  const name = file.endsWith('.cfg') ? file : `${file}.cfg`
  const text = host.readFile(`cfg/${name}`)
  if (text === null) return `Couldn't exec cfg/${name}\n`
  const lines = text.split('\n').map((line) => line.replace(/(^|\s)\/\/.*$/, ''))
  return lines
    .filter((line) => !/^\s*exec\b/.test(line))
    .map((line) => runCommandLine(host, line))
    .join('')
}
