import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readApiKey, readPort } from '../read-options.ts'

export interface InventoryOptions {
  /** 0, the default, takes a free one. */
  port?: number
  /** The PostgreSQL database of its users. */
  databaseUrl: string
  /** The one key with the scope `api_auth`, which may sign users in. */
  apiKey: string
  /** ms since 1970. */
  now?: () => number
}

export const usage = `node emulators/inventory/main.ts --config FILE.json
    FILE.json: { "port": 8093, "databaseUrl": "postgres://…", "apiKey": "…" }; port 0 takes a free one`

/** Reads the command line and the file it names; throws an Error whose message says what is wrong. */
export function readInventoryOptions(args: readonly string[]): InventoryOptions {
  const { values } = parseArgs({ args: [...args], options: { config: { type: 'string' } } })
  if (values.config === undefined) throw new Error('--config is missing')
  const json: unknown = JSON.parse(readFileSync(values.config, 'utf8'))
  if (typeof json !== 'object' || json === null) throw new Error('expected an object')
  const { port, databaseUrl, apiKey } = json as Record<string, unknown>
  return { port: readPort(port), databaseUrl: readDatabaseUrl(databaseUrl), apiKey: readApiKey(apiKey) }
}

function readDatabaseUrl(json: unknown): string {
  if (typeof json === 'string' && URL.parse(json)?.protocol === 'postgres:') return json
  throw new Error('databaseUrl must be an address like postgres://user:password@host/database')
}
