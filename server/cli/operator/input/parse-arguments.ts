import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { type Command, paramsOf } from '../commands/command.ts'
import { commands } from '../commands/all-commands.ts'
import { type Field, optionOf } from './fields.ts'
import { isEnd, isStart, readFor, readStart, readUntil } from './times.ts'
import { readValue, treeOf, UsageWrong } from './values.ts'

/** The call to the portal that the arguments describe. */
export interface ParsedCommand {
  command: Command
  /** The path's own values, such as `id`. */
  params: Readonly<Record<string, string>>
  body: Record<string, unknown>
  query: Readonly<Record<string, string>>
  url?: string
  json: boolean
}

/** Reads a file of that name, or what comes in by `-`. */
export type ReadText = (file: string) => Promise<string>

/** What a command line is read with. */
export interface InputReader {
  readText: ReadText
  now: () => Date
}

/** Reads a command line, except for `--help`; throws UsageWrong. */
export async function parseArguments(args: readonly string[], reading: InputReader): Promise<ParsedCommand> {
  const [noun, verb, ...rest] = args
  const command = commands.find(({ name }) => name === `${noun} ${verb}`)
  if (!command)
    throw new UsageWrong(`unknown command: ${[noun, verb].filter(Boolean).join(' ')} (see --help)`)
  const { values, positionals } = parseRest(command, rest)
  const params = readParams(command, positionals)
  const given = await readFields(command, values, positionals, reading)
  const query = Object.entries(treeOf('query', command.fields, given))
  return {
    command,
    params,
    body: treeOf('body', command.fields, given),
    query: Object.fromEntries(query.map(([name, value]) => [name, String(value)])),
    json: values['json'] === true,
    ...(typeof values['url'] === 'string' && { url: values['url'] }),
  }
}

/** Takes the path's values off the front of the line, as its call checks them. */
function readParams({ name, call }: Command, positionals: string[]): Record<string, string> {
  const params = Object.fromEntries(paramsOf(call).map((param) => [param, positionals.shift() ?? '']))
  const checked = call.params && z.safeParse(call.params, params)
  if (!checked || checked.success) return params
  const [issue] = checked.error.issues
  const wrong = String(issue?.path[0] ?? 'id')
  // The words of a rule of the portal's own say what is right; those of others name a pattern.
  const right = issue?.code === 'custom' && issue.message !== 'Invalid input' ? `: ${issue.message}` : ''
  throw new UsageWrong(`${name}: <${wrong}> is ${params[wrong] ? `invalid${right}` : 'missing'}`)
}

function parseRest({ fields }: Command, args: string[]) {
  const texts = fields.flatMap((field) => optionsOf(field).map((name) => [name, { type: 'string' }] as const))
  const options = {
    ...Object.fromEntries(texts),
    url: { type: 'string' },
    json: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageWrong(error instanceof Error ? (error.message.split(/\.\s/)[0] ?? '') : 'wrong arguments')
  }
}

/** A text may also come from a file; a secret only so. */
function optionsOf(field: Field): string[] {
  const name = optionOf(field)
  if (isEnd(field)) return [name, 'for', 'until']
  return field.secret || !field.kinds.has('string') ? [name] : [name, `${name}-file`]
}

async function readFields(
  command: Command,
  options: Record<string, unknown>,
  assignments: readonly string[],
  { readText, now }: InputReader,
): Promise<Map<Field, unknown>> {
  const values = new Map<Field, unknown>()
  for (const field of command.fields) {
    const name = optionOf(field)
    const [text, file] = field.secret ? [undefined, options[name]] : [options[name], options[`${name}-file`]]
    const isMoment = typeof text === 'string' && isStart(field) && !/^\d+$/.test(text)
    if (typeof text === 'string') values.set(field, isMoment ? readStart(text) : readValue(field, text))
    if (typeof file === 'string') values.set(field, readFileValue(field, await readText(file)))
    const end = isEnd(field) ? readEnd(options, name, now()) : undefined
    if (end !== undefined) values.set(field, end)
  }
  for (const assignment of assignments) values.set(...readAssignment(command, assignment))
  return values
}

/** Several texts may be on a line each. */
function readFileValue(field: Field, text: string): unknown {
  if (!field.texts) return readValue(field, text.trimEnd())
  const lines = text.split('\n').map((line) => line.trim())
  return readValue(field, lines.filter((line) => line !== '').join(','))
}

/** An end in words an operator thinks in; only one of them. */
function readEnd(options: Record<string, unknown>, name: string, now: Date): number | undefined {
  const { for: span, until } = options
  if ([span, until, options[name]].filter((text) => text !== undefined).length > 1)
    throw new UsageWrong(`only one of --for, --until, --${name}`)
  if (typeof span === 'string') return readFor(span, now)
  return typeof until === 'string' ? readUntil(until) : undefined
}

/** `features.servers.enabled=false`; of a secret only `null`, which removes it. */
function readAssignment({ name, fields }: Command, assignment: string): [Field, unknown] {
  const at = assignment.indexOf('=')
  const [path, text] = [assignment.slice(0, at), assignment.slice(at + 1)]
  const isRemoval = ({ kinds }: Field) => text === 'null' && kinds.has('null')
  const field = fields.find((each) => each.path.join('.') === path && (!each.secret || isRemoval(each)))
  if (at < 1 || !field)
    throw new UsageWrong(`${name} does not take '${at < 1 ? assignment : path}' (see --help)`)
  return [field, readValue(field, text)]
}
