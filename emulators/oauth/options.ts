import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { OAuthEmulatorOptions } from './index.ts'

export const usage = `node emulators/oauth/main.ts --config FILE.json
    FILE.json: { "port": 8094, "discord": { "clientId", "clientSecret", "redirects", "users": [{ "id", "username", "global_name" }],
    "botToken", "guild", "members", "roles", "rolesAbove" }, "qq": { "clientId", "clientSecret", "redirects", "users": [{ "openid", "nickname" }] } }`

/** Reads the command line and the file it names; throws an Error whose message says what is wrong. */
export function readOAuthOptions(args: readonly string[]): OAuthEmulatorOptions {
  const { values } = parseArgs({ args: [...args], options: { config: { type: 'string' } } })
  if (values.config === undefined) throw new Error('--config is missing')
  const json = JSON.parse(readFileSync(values.config, 'utf8')) as Partial<OAuthEmulatorOptions> | null
  if (!json?.discord || !json.qq) throw new Error('expected the options of discord and of qq')
  const { port = 0, discord, qq } = json
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('port must be 0 to 65535')
  return { port, discord, qq }
}
