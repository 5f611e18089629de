import { runEmulator } from '../emulator-program.ts'
import { startSteamEmulator, type SteamEmulatorOptions } from './index.ts'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readPeople } from './people.ts'
import { isGameVersion } from './web-api.ts'
import { readApiKey, readPort } from '../read-options.ts'

export const usage = `node emulators/steam/main.ts --config FILE.json
    FILE.json: { "port": 8090, "people": [{ "steamId": "7656119…", "name": "…" }], "apiKey": "…", "gameVersion": "1.41.3.1", "allowedReturn": ["http://…"] }`

/** Reads the command line and the file it names; throws an Error whose message says what is wrong. */
export function readSteamOptions(args: readonly string[]): SteamEmulatorOptions {
  const { values } = parseArgs({ args: [...args], options: { config: { type: 'string' } } })
  if (values.config === undefined) throw new Error('--config is missing')
  const json: unknown = JSON.parse(readFileSync(values.config, 'utf8'))
  if (typeof json !== 'object' || json === null) throw new Error('expected an object')
  const { port, people, apiKey, allowedReturn, gameVersion } = json as Record<string, unknown>
  return {
    port: readPort(port),
    people: readPeople(people),
    apiKey: readApiKey(apiKey),
    ...(gameVersion !== undefined && { gameVersion: readGameVersion(gameVersion) }),
    ...(allowedReturn !== undefined && { allowedReturn: readOrigins(allowedReturn) }),
  }
}

function readGameVersion(json: unknown): string {
  if (typeof json === 'string' && isGameVersion(json)) return json
  throw new Error('gameVersion must be a version like 1.41.3.1')
}

function readOrigins(json: unknown): string[] {
  const isOrigin = (item: unknown): item is string =>
    typeof item === 'string' && URL.parse(item)?.origin === item
  if (Array.isArray(json) && json.every(isOrigin)) return json
  throw new Error('allowedReturn must be a list of addresses without a path')
}

await runEmulator({
  name: 'identity',
  usage,
  readOptions: readSteamOptions,
  start: startSteamEmulator,
  stop: (identity) => identity.close(),
  describe: ({ url }) => ({ url }),
})
