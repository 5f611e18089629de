import { type Command, paramsOf } from './commands/command.ts'
import { commands } from './commands/all-commands.ts'
import { type Field, optionOf } from './input/fields.ts'
import { isEnd } from './input/times.ts'
import { expected } from './input/values.ts'

/** The verbs of a noun; of every noun where there is none of this name. */
export function helpText(noun = ''): string {
  const ofNoun = commands.filter(({ name }) => name.startsWith(`${noun} `))
  const listed = ofNoun.length > 0 ? ofNoun : commands
  const width = Math.max(...listed.map(({ name }) => name.length))
  return [
    'npm run operator -- <noun> <verb> [id ...] [--option value | path=value ...]',
    '',
    ...listed.map(({ name, call }) => `  ${name.padEnd(width)}  ${firstSentence(inWords(call.summary))}`),
    '',
    '  --url ADDRESS   the portal, if it is not the one of the data directory',
    '  --json          the answer as it came: times in ms since 1970, money in fen or cents',
    '                  (else GMT+8, and 88.00)',
    '  <noun> --help          the commands of a noun',
    '  <noun> <verb> --help   what a command takes',
  ].join('\n')
}

/** A summary without the numbers of requirements, and the units of the API: a command takes `29.00` and `--for 30d`. */
function inWords(summary: string): string {
  return summary.replaceAll(
    /,? \((?:[A-Z]\d+|minor units|ms since 1970, UTC)\)|, in minor units \(fen, cents\)/g,
    '',
  )
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/)[0] ?? text
}

/** What one command takes. */
export function commandHelp({ name, call, fields, note }: Command): string {
  const params = paramsOf(call).map((param) => ` <${param}>`)
  const rows = fields.filter(({ path }) => path.length > 0).flatMap(rowsOf)
  return [
    `npm run operator -- ${name}${params.join('')}${rows.length > 0 ? ' ...' : ''}`,
    `  ${inWords(call.summary)}`,
    '',
    ...rows,
    ...(fields.some(isText)
      ? ['', '  A text may come from a file: --OPTION-file FILE, - for the standard input']
      : []),
    ...(note === undefined ? [] : ['', `  ${note}`]),
  ].join('\n')
}

/** A text of any length, as of a message or a file that is imported. */
function isText({ secret, kinds, choices, path }: Field): boolean {
  return !secret && path.length > 0 && kinds.has('string') && choices.length === 0
}

function rowsOf(field: Field): string[] {
  const name = optionOf(field)
  if (field.secret) return [row(name, `a file that holds ${heldBy(field)}, - for the standard input`)]
  const rows = [row(name, `${expected(field)}${field.required ? ', needed' : ''}`)]
  if (!isEnd(field)) return rows
  return [
    row('for 30d', 'hours (h), days (d) or weeks (w) from now'),
    row('until 2026-12-31', 'that day included, or 2026-12-31T18:00, in GMT+8'),
    ...rows,
  ]
}

function heldBy({ path, texts, kinds }: Field): string {
  if (texts) return 'one a line'
  return kinds.has('null') ? `it (${path.join('.')}=null removes it)` : 'it'
}

function row(option: string, takes: string): string {
  return `  ${`--${option}`.padEnd(44)} ${takes}`
}
