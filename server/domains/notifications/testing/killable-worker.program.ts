/** The worker of notifications on a test's database, as a process that the test kills. */
import { pino } from 'pino'
import { readConfig } from '../../../platform/config/config.ts'
import { type DatabaseAddress, openDatabase } from '../../../platform/database/index.ts'
import { Jobs } from '../../../platform/jobs/index.ts'
import { KeyRing } from '../../../platform/keys/keys.ts'
import { startNotificationWorker } from '../index.ts'

const log = pino({ level: 'error' }, pino.destination(2))
const database = openDatabase(JSON.parse(process.env['TEST_DATABASE'] ?? '') as DatabaseAddress, log)
// The test's clock stands still; its claims end by the time that the test passes on.
const now = new Date(Number(process.env['TEST_NOW']))
startNotificationWorker(
  {
    config: readConfig(process.env),
    clock: { now: () => now, monotonicMs: () => performance.now() },
    keys: new KeyRing(process.env['TEST_KEY'] ?? ''),
    database,
    jobs: new Jobs(database, log),
    log,
  },
  { sources: [], readServers: () => Promise.resolve([]), isPushOn: () => Promise.resolve(true) },
)
process.send?.({ ready: true })
