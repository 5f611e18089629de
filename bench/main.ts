import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Runs every bench, one after the other; `--quick` is the sample of `npm test`. Fails when a claim of one does. */
const given = process.argv.slice(2)
const benches = [
  'start.ts',
  'poll.ts',
  'list.ts',
  'stream.ts',
  'parser.ts',
  'ingest.ts',
  'boards.ts',
  'page.ts',
  'board-page.ts',
  'accounts.ts',
  'payments.ts',
]

for (const bench of benches) {
  const child = spawn(process.execPath, [join(import.meta.dirname, bench), ...given], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
