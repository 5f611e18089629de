import { parseArgs } from 'node:util'
import { commands } from './commands.ts'
import type { Command } from './commands.ts'
import { optionOf } from './fields.ts'
import type { Field } from './fields.ts'
import { bodyOf, readValue, UsageWrong } from './values.ts'

/** What is asked of the portal. */
export interface Order {
  command: Command
  id?: string
  body: Record<string, unknown>
  url?: string
  json: boolean
}

/** Reads a file of that name, or what comes in by `-`. */
export type ReadText = (file: string) => Promise<string>

/** Reads a command line, except for `--help`; throws UsageWrong. */
export async function parseOrder(args: readonly string[], readText: ReadText): Promise<Order> {
  const [noun, verb, ...rest] = args
  const command = commands.find(({ name }) => name === `${noun} ${verb}`)
  if (!command)
    throw new UsageWrong(`unknown command: ${[noun, verb].filter(Boolean).join(' ')} (see --help)`)
  const { values, positionals } = parseRest(command, rest)
  const needsId = command.call.params !== undefined
  const id = needsId ? positionals.shift() : undefined
  if (needsId && (id === undefined || !/^[0-9a-f-]{36}$/i.test(id)))
    throw new UsageWrong(`${command.name}: the id is missing`)
  const body = bodyOf(command.fields, await readFields(command, values, positionals, readText))
  return {
    command,
    body,
    json: values['json'] === true,
    ...(id !== undefined && { id }),
    ...(typeof values['url'] === 'string' && { url: values['url'] }),
  }
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
    throw new UsageWrong(error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'wrong arguments')
  }
}

/** A text may also come from a file; a secret only so. */
function optionsOf(field: Field): string[] {
  const name = optionOf(field)
  return field.secret || !field.kinds.has('string') ? [name] : [name, `${name}-file`]
}

async function readFields(
  command: Command,
  options: Record<string, unknown>,
  assignments: readonly string[],
  readText: ReadText,
): Promise<Map<Field, unknown>> {
  const values = new Map<Field, unknown>()
  for (const field of command.fields) {
    const name = optionOf(field)
    const [text, file] = field.secret ? [undefined, options[name]] : [options[name], options[`${name}-file`]]
    if (typeof text === 'string') values.set(field, readValue(field, text))
    if (typeof file === 'string') values.set(field, readValue(field, (await readText(file)).trimEnd()))
  }
  for (const assignment of assignments) values.set(...readAssignment(command, assignment))
  return values
}

/** `features.servers.enabled=false`. */
function readAssignment({ name, fields }: Command, assignment: string): [Field, unknown] {
  const at = assignment.indexOf('=')
  const path = assignment.slice(0, at)
  const field = fields.find((each) => each.path.join('.') === path && !each.secret)
  if (at < 1 || !field)
    throw new UsageWrong(`${name} does not take '${at < 1 ? assignment : path}' (see --help)`)
  return [field, readValue(field, assignment.slice(at + 1))]
}
