import { type Config, InvalidConfig, readConfig } from '@clutch/server/platform/config/config.ts'
import { isLoopback } from '@clutch/server/platform/network/private-address.ts'

/** The portal's settings as the demo runs it: in development, and on this machine only unless the operator says otherwise. */
export function readDemoConfig(environment: NodeJS.ProcessEnv): Config {
  if (environment['CLUTCH_ENV'] === 'production') {
    throw new InvalidConfig(['CLUTCH_ENV: npm start runs simulated parts, production is npm run serve'])
  }
  const config = readConfig({ ...environment, CLUTCH_ENV: 'development' })
  if (config.allowOpenDemo || isLoopback(config.host)) return config
  throw new InvalidConfig([
    `CLUTCH_HOST: the demo runs simulated parts and listens on this machine only; CLUTCH_ALLOW_OPEN_DEMO=1 lets it listen on ${config.host}`,
  ])
}
