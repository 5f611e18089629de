import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Runs every bench, one after the other; `--quick` is the sample of `npm test`. Fails when a claim of one does. */
const benchArguments = process.argv.slice(2)
const quickBenches = ['servers/server-list', 'events/parser', 'events/ingest', 'leaderboard/boards']
/** Those that open a browser, many processes or thousands of connections take long even as a sample: `npm run prove` runs them. */
const fullBenches = [
  'observability/metrics',
  'database/partitions',
  'servers/polling',
  'leaderboard/exports',
  'events/workers',
  'payments/payments',
  'rentals/rentals',
  'rentals/drivers',
  'rentals/reconciler',
  'startup/startup',
  'startup/idle',
  'servers/stream',
  'servers/web-processes',
  'page/first-visit',
  'page/documents',
  'page/server-list-page',
  'page/leaderboard-page',
  'accounts/sessions',
]

/** A bench that hangs is killed and fails: at least twice as long as the longest takes. */
const timeoutMs = (benchArguments.includes('--quick') ? 5 : 30) * 60_000

for (const bench of benchArguments.includes('--quick') ? quickBenches : [...quickBenches, ...fullBenches]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${bench}.bench.ts`), ...benchArguments], {
    stdio: 'inherit',
    timeout: timeoutMs,
  })
  const [code, signal] = await once(child, 'exit')
  if (code !== 0) {
    console.error(`FAILED: ${bench}, ${code === null ? `ended by ${signal}` : `exit code ${code}`}`)
    process.exitCode = 1
  }
}
