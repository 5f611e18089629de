import type { Logger } from 'pino'
import type { Clock } from './clock/clock.ts'
import type { Config } from './config/config.ts'
import type { Database, Queries } from './database/index.ts'
import type { Jobs } from './jobs/index.ts'
import type { KeyRing } from './keys/keys.ts'

/** What every part of the server receives at start: created once by `main.ts`, or by `createTestContext` in tests. */
export interface AppContext {
  config: Config
  database: Database
  clock: Clock
  keys: KeyRing
  jobs: Jobs
  log: Logger
}

/** What reading at a time needs; `database` may be a transaction. */
export interface ReadContext {
  database: Queries
  clock: Clock
}
