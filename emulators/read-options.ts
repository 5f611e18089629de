/** Reads the port of a file of options: 0, the default, takes a free one. Throws an Error that says what is expected. */
export function readPort(json: unknown = 0): number {
  if (typeof json === 'number' && Number.isInteger(json) && json >= 0 && json <= 65_535) return json
  throw new Error('port must be 0 to 65535')
}

/** Reads a key for an emulator's API. Throws an Error that says what is expected. */
export function readApiKey(json: unknown): string {
  if (typeof json === 'string' && /^[\w-]{8,128}$/.test(json)) return json
  throw new Error('apiKey must be 8 to 128 letters, digits, - or _')
}
