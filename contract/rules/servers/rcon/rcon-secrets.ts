/** Replaces a secret. */
const mask = '********'

/** Commands and console variables whose value is a secret, whatever plugin they belong to. */
const secretName =
  /password|passwd|passphrase|secret|token|apikey|(?:pass|pwd)(?:_|$)|\w_key$|\w_header_value$|^sv_setsteamaccount$|^logaddress_\w+_http|^matchzy_\w*_url$/i

const address = /https?:\/\/[^\s"]+/g
/** A long word in an address's path may be a credential. */
const addressSecrets = [
  /(?<=\/)[\w-]{20,}(?!\.?[\w-])/g,
  /(?<=[?&][^?&=#]*=)[^&#]+/g,
  /(?<=[?&])[^?&=#]+(?=[&#]|$)/g,
  /(?<=^https?:\/\/)[^/]+(?=@)/g,
]

/** Shorter words would blank half an answer. */
const minSecretLength = 3

/** Whether a console variable or command of this name takes or shows a secret. */
function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/**
 * Returns a console line for display and storage: from a secret's name, wherever it occurs, everything is
 * masked up to the end of its command, and so are the secrets of addresses and the given ones. Quotes are
 * parsed as the console does.
 */
export function maskCommand(line: string, secrets: readonly string[] = []): string {
  return maskWords(maskAddressSecrets(splitCommands(line).map(maskSecret).join(';')), secrets)
}

function maskSecret(command: string): string {
  const secret = findSecretName(command)
  if (!secret || !/[^\s";]/.test(secret.rest)) return command
  const [gap = ''] = /^"?\s*[=:]?\s*/.exec(secret.rest) ?? []
  const shown = `${secret.head}${gap === '' ? ' ' : gap}`
  return `${shown}${mask}${shown.split('"').length % 2 === 0 ? '"' : ''}`
}

/** The words of a line that `maskCommand` hides: an answer must not repeat them. */
export function findSecrets(line: string): string[] {
  const hidden = splitCommands(line).flatMap((command) => {
    const rest = findSecretName(command)?.rest ?? ''
    const quoted = Array.from(rest.matchAll(/"([^"]*)"/g), ([, inside = '']) => inside)
    return [
      rest.replaceAll('"', '').trim(),
      ...quoted,
      ...rest.split(/[\s"]+/),
      ...rest.split(/[^\p{L}\p{N}_]+/u),
    ]
  })
  const opening = Array.from(line.matchAll(address), ([url]) => url).flatMap((url) =>
    addressSecrets.flatMap((secret) => url.match(secret) ?? []),
  )
  const words = new Set([...hidden, ...opening])
  return [...words].filter((word) => word.length >= minSecretLength && !/^https?$/.test(word))
}

/** Splits a command at the first secret's name in it; null if it names none. */
function findSecretName(command: string): { head: string; rest: string } | null {
  for (const { 0: word, index } of command.matchAll(/\w+/g)) {
    if (!isSecretName(word)) continue
    const end = index + word.length
    return { head: command.slice(0, end), rest: command.slice(end) }
  }
  return null
}

/**
 * Splits a line into commands: a semicolon inside quotes does not separate, nor does one that may belong to a
 * secret, that is one without a following space, or after an unbalanced quote before the name.
 */
function splitCommands(line: string): string[] {
  const commands: string[] = []
  for (const part of line.match(/(?:"[^"]*"?|[^;"])+|(?<=;)(?=;|$)/g) ?? [line]) {
    const before = commands.at(-1)
    const secret = before === undefined ? null : findSecretName(before)
    if (secret && (!/^\s/.test(part) || secret.head.includes('"')))
      commands[commands.length - 1] = `${before};${part}`
    else commands.push(part)
  }
  return commands
}

/**
 * Returns a console's answer for display and storage: masks values of secret variables in every form the
 * console prints, secrets of addresses, and the given ones anywhere. A player named like a secret hides
 * nothing by it.
 */
export function maskOutput(output: string, secrets: readonly string[] = []): string {
  return maskWords(maskAddressSecrets(output.split('\n').map(maskOutputLine).join('\n')), secrets)
}

function maskWords(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, mask), text)
}

/**
 * The text between a secret's name and its value: `=` and `:`, also in JSON, or the words of an answer. A
 * variable's name, unlike a word of a sentence, may be directly followed by its value.
 */
const valueSeparators = {
  variable: /["'\\]*(?:\s*[=:]|\s+(?:is|was|now|has been|(?:(?:set|changed) )?(?:to|from))(?!\w))*\s*/y,
  word: /["'\\]*(?:(?:\s*[=:]|\s+(?:is|was|now|has been|(?:(?:set|changed) )?(?:to|from))(?!\w))+\s*|\s+(?="))/y,
}
/** A quoted value that ends there: nothing follows, or what belongs to something else. */
const quotedValue = /"(?:[^"\\]|\\.)*"(?=\s*(?:$|[}\]]|\( ?def|,\s*(?:$|"[\w.-]+"\s*:)))/y
/** Behind the name of a player in a log, `"name<2><[U:1:1]><CT>"`. */
const playerTag = /[^"]{0,120}<\d+><(?:\[U:|STEAM_|BOT>|Console>)/y

function maskOutputLine(line: string): string {
  let shown = ''
  let at = 0
  for (const { 0: word, index } of line.matchAll(/\w+/g)) {
    const end = index + word.length
    if (index < at || !isSecretName(word) || matchAt(playerTag, line, end) !== null) continue
    const gap = matchAt(word.includes('_') ? valueSeparators.variable : valueSeparators.word, line, end)
    if (gap === null) continue
    const begins = end + gap.length
    const quoted = matchAt(quotedValue, line, begins)
    const value = quoted ?? line.slice(begins)
    if (quoted === null ? !/[^\s"'\\.,;:)\]}]/.test(value) : quoted === '""') continue
    shown += `${line.slice(at, begins)}${quoted === null ? mask : `"${mask}"`}`
    at = begins + value.length
  }
  return shown + line.slice(at)
}

function matchAt(pattern: RegExp, text: string, index: number): string | null {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0] ?? null
}

function maskAddressSecrets(text: string): string {
  return text.replaceAll(address, (url) =>
    addressSecrets.reduce((shown, secret) => shown.replaceAll(secret, mask), url),
  )
}

/** Masks the players' addresses: only the game needs them. */
export function maskAddresses(text: string): string {
  return text.replaceAll(/(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?![\d.]*\d)/g, '*.*.*.*')
}
