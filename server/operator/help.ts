import { commands, paramsOf } from './commands.ts'
import type { Command } from './commands.ts'
import { optionOf } from './fields.ts'
import type { Field } from './fields.ts'
import { expected } from './values.ts'

/** Every noun and verb. */
export function helpText(): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    'npm run operator -- <noun> <verb> [id ...] [--option value | path=value ...]',
    '',
    ...commands.map(({ name, call }) => `  ${name.padEnd(width)}  ${call.summary}`),
    '',
    '  --url ADDRESS   the portal, if it is not the one of the data directory',
    '  --json          the answer as it came',
    '  <noun> <verb> --help   what a command takes',
  ].join('\n')
}

/** What one command takes. */
export function commandHelp({ name, call, fields }: Command): string {
  const params = paramsOf(call).map((param) => ` <${param}>`)
  const rows = fields.filter(({ path }) => path.length > 0).map(row)
  return [
    `npm run operator -- ${name}${params.join('')}${rows.length > 0 ? ' ...' : ''}`,
    `  ${call.summary}`,
    '',
    ...rows,
  ].join('\n')
}

function row(field: Field): string {
  const option = `--${optionOf(field)}`.padEnd(44)
  if (field.secret) return `  ${option} a file that holds it, - for the standard input`
  return `  ${option} ${expected(field)}${field.required ? ', needed' : ''}`
}
