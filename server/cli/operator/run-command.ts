import { commands } from './commands/all-commands.ts'
import { commandHelp, helpText } from './help.ts'
import { type ParsedCommand, type ReadText, parseArguments } from './input/parse-arguments.ts'
import { callPortal, findPortal, printRows } from './portal-client.ts'
import { printAnswer } from './print-answer.ts'
import { UsageWrong } from './input/values.ts'

/** The environment of a command, how it reads files, and where it writes. */
export interface CommandIo {
  environment: Readonly<Record<string, string | undefined>>
  readText: ReadText
  now: () => Date
  out: (text: string) => void
  err: (text: string) => void
}

/** Runs one operator's command and answers its exit code: 0 done, 1 not done, with one line that says why. */
export async function runOperator(args: readonly string[], io: CommandIo): Promise<number> {
  if (args.length === 0 || args[0] === 'help' || args.includes('--help')) {
    io.out(help(args[0] === 'help' ? args.slice(1) : args))
    return 0
  }
  try {
    const answer = await carryOut(await parseArguments(args, io), io)
    if (answer !== null) io.out(answer)
    return 0
  } catch (error) {
    if (!(error instanceof UsageWrong)) throw error
    io.err(error.message)
    return 1
  }
}

function help([noun, verb]: readonly string[]): string {
  const command = commands.find(({ name }) => name === `${noun} ${verb}`)
  return command ? commandHelp(command) : helpText(noun)
}

/** Returns the portal's answer as it is printed; null if it was printed row by row. */
async function carryOut(order: ParsedCommand, io: CommandIo): Promise<string | null> {
  const { command, params, body, query, url, json } = order
  const door = await findPortal(url, io.environment)
  const path = command.call.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const queryString = new URLSearchParams(query).toString()
  const call = { method: command.call.method, path: queryString === '' ? path : `${path}?${queryString}` }
  if (command.call.row) {
    await printRows(door, call.path, io.out)
    return null
  }
  const answer = await callPortal(door, call, command.call.body && body)
  if (json) return JSON.stringify(answer)
  const warning = command.warns?.(answer as Record<string, unknown>, body) ?? null
  return [printAnswer(command, answer), ...(warning === null ? [] : [warning])].join('\n')
}
