import { pino } from 'pino'
import { TestClock } from '../platform/clock/clock.ts'
import { readConfig } from '../platform/config/config.ts'
import type { AppContext } from '../platform/context.ts'
import { Jobs } from '../platform/jobs/index.ts'
import { KeyRing, makeSecretKey } from '../platform/keys/keys.ts'
import { createTestDatabase } from './database.ts'

export interface TestContext extends AppContext {
  clock: TestClock
  /** Closes and removes the context's database. */
  destroy(): Promise<void>
}

const testSettings = {
  CLUTCH_ENV: 'development',
  CLUTCH_PORT: '0',
  CLUTCH_ALLOW_PRIVATE: '1',
  CLUTCH_ALLOW_PRIVATE_PUSH: '1',
  // Nothing listens there: a test that forgets the emulator reaches no network.
  STEAM_API_URL: 'http://127.0.0.1:9',
}

/**
 * Creates an app context for tests: its own database, a clock that only tests advance, a fresh key, no log.
 */
export async function createTestContext(
  overrides: Partial<AppContext> & { clock?: TestClock } = {},
): Promise<TestContext> {
  const database = overrides.database ?? (await createTestDatabase())
  const log = overrides.log ?? pino({ level: 'silent' })
  const jobs = overrides.jobs ?? new Jobs(database, log)
  return {
    config: readConfig(testSettings),
    clock: new TestClock(),
    keys: new KeyRing(makeSecretKey()),
    ...overrides,
    log,
    jobs,
    database,
    destroy: async () => {
      await jobs.stop()
      await database.destroy()
    },
  }
}
