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
  if (!/^[a-z][a-z0-9_]*$/.test(command)) throw new RconLineRefused('not the name of a command')
  const line = [command, ...values.map(quote)].join(' ')
  if (Buffer.byteLength(line) > lineMaxBytes) throw new RconLineRefused('the line is too long')
  return line
}

function quote(value: string): string {
  if (/[";\p{Cc}\u2028\u2029]/u.test(value))
    throw new RconLineRefused('a value holds a quote, a semicolon or a line break')
  return `"${value}"`
}
