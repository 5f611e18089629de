import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

export interface MailProgramOptions {
  smtpPort: number
  httpPort: number
}

export const usage = `node emulators/mail/main.ts [--smtp-port 0] [--http-port 0] [--config FILE.json]
    FILE.json: {"smtpPort": 0, "httpPort": 0}; 0 takes a free port`

/** Reads the command line, which goes before the file; throws an Error whose message says what is wrong. */
export function readMailOptions(args: readonly string[]): MailProgramOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'smtp-port': { type: 'string' },
      'http-port': { type: 'string' },
      config: { type: 'string' },
    },
  })
  const file = values.config === undefined ? {} : readConfigFile(values.config)
  return {
    smtpPort: readPort('--smtp-port', values['smtp-port'] ?? file['smtpPort'] ?? 0),
    httpPort: readPort('--http-port', values['http-port'] ?? file['httpPort'] ?? 0),
  }
}

function readConfigFile(path: string): Record<string, unknown> {
  const json: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new Error(`${path}: expected an object`)
  return json as Record<string, unknown>
}

function readPort(name: string, value: unknown): number {
  if (!/^\d{1,5}$/.test(String(value)) || Number(value) > 65_535)
    throw new Error(`${name} must be a port from 0 to 65535`)
  return Number(value)
}
