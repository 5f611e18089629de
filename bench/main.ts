import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Runs every bench, one after the other; `--quick` is the sample of `npm test`. Fails when a claim of one does. */
const benches = ['poll.ts', 'list.ts', 'stream.ts', 'page.ts']

for (const bench of benches) {
  const args = [join(import.meta.dirname, bench), ...process.argv.slice(2)]
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')
  if (code !== 0) process.exitCode = 1
}
