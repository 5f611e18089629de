import { pino } from 'pino'
import { TestClock } from '../clock.ts'
import { readSettings } from '../config.ts'
import type { House } from '../house.ts'
import { Jobs } from '../jobs/index.ts'
import { KeyRing, makeSecretKey } from '../keys.ts'
import { createTestDatabase } from './database.ts'

export interface TestHouse extends House {
  clock: TestClock
  /** Closes and removes the house's database. */
  destroy(): Promise<void>
}

/** A house for tests: a database of its own, a clock that stands still until it is moved, a fresh key, no log. */
export async function createTestHouse(
  overrides: Partial<House> & { clock?: TestClock } = {},
): Promise<TestHouse> {
  const database = overrides.database ?? (await createTestDatabase())
  const log = overrides.log ?? pino({ level: 'silent' })
  const jobs = overrides.jobs ?? new Jobs(database, log)
  return {
    settings: readSettings({ CLUTCH_ENV: 'development', CLUTCH_PORT: '0', CLUTCH_ALLOW_PRIVATE: '1' }),
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
