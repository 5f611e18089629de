const maxLineBytes = 4_000

/** A console line that would not stay one command. The value is never repeated: it may be a secret. */
export class InvalidRconLine extends Error {
  override name = 'InvalidRconLine'
}

/**
 * A console line of a command and its values, each in quotes. Throws InvalidRconLine for a value that could end its
 * quotes or its line (`"`, `;`, a control character), since what follows would be another command.
 */
export function formatRconLine(command: string, ...values: string[]): string {
  return joinCommand(command, values.map(quoteValue))
}

/**
 * Returns a console line of a command and its values without quotes, for a plugin command that takes the rest
 * of its line literally and would show the quotes. Throws InvalidRconLine for values that would not stay one
 * command, including comments.
 */
export function formatPlainRconLine(command: string, ...values: string[]): string {
  return joinCommand(command, values.map(assertPlainValue))
}

function joinCommand(command: string, values: readonly string[]): string {
  if (!/^[a-z][a-z0-9_]*$/.test(command)) throw new InvalidRconLine('not the name of a command')
  const line = [command, ...values].join(' ')
  if (Buffer.byteLength(line) > maxLineBytes) throw new InvalidRconLine('the line is too long')
  return line
}

function quoteValue(value: string): string {
  if (/[";\p{Cc}\u2028\u2029]/u.test(value))
    throw new InvalidRconLine('a value holds a quote, a semicolon or a line break')
  return `"${value}"`
}

function assertPlainValue(value: string): string {
  quoteValue(value)
  if (value.includes('//')) throw new InvalidRconLine('a value holds a comment')
  return value
}
