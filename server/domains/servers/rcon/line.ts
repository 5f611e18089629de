const lineMaxBytes = 4_000

/** A console line that would not stay one command. The value is never repeated: it may be a secret. */
export class RconLineRefused extends Error {
  override name = 'RconLineRefused'
}

/**
 * A console line of a command and its values, each in quotes. Throws RconLineRefused for a value that could end its
 * quotes or its line (`"`, `;`, a control character), since what follows would be another command.
 */
export function rconLine(command: string, ...values: string[]): string {
  return join(command, values.map(quote))
}

/**
 * A console line of a command and its values without quotes, for a command of a plugin that takes the rest of its line as
 * it stands: it would show the quotes. Throws RconLineRefused for what would not stay one command, comments too.
 */
export function rconPlainLine(command: string, ...values: string[]): string {
  return join(command, values.map(plain))
}

function join(command: string, values: readonly string[]): string {
  if (!/^[a-z][a-z0-9_]*$/.test(command)) throw new RconLineRefused('not the name of a command')
  const line = [command, ...values].join(' ')
  if (Buffer.byteLength(line) > lineMaxBytes) throw new RconLineRefused('the line is too long')
  return line
}

function quote(value: string): string {
  if (/[";\p{Cc}\u2028\u2029]/u.test(value))
    throw new RconLineRefused('a value holds a quote, a semicolon or a line break')
  return `"${value}"`
}

function plain(value: string): string {
  quote(value)
  if (value.includes('//')) throw new RconLineRefused('a value holds a comment')
  return value
}
