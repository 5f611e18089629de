import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Runs every bench, one after the other; `--quick` is the sample of `npm test`. Fails when a claim of one does. */
const benchArguments = process.argv.slice(2)
const quickBenches = [
  'poll.ts',
  'list.ts',
  'parser.ts',
  'ingest.ts',
  'boards.ts',
  'exports.ts',
  'payments.ts',
  'rentals.ts',
]
/** Those that open a browser, or thousands of connections, take minutes even as a sample. */
const fullBenches = ['start.ts', 'stream.ts', 'page.ts', 'board-page.ts', 'accounts.ts']

for (const bench of benchArguments.includes('--quick') ? quickBenches : [...quickBenches, ...fullBenches]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, bench), ...benchArguments], {
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
