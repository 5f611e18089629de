/**
 * `game-host`, killed like by a power failure before the n-th change of the host's folder (`TEST_KILL_AT`). Without a number it runs to its
 * end and prints how many changes there were.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const killAt = Number(process.env['TEST_KILL_AT'] ?? '0')
let changes = 0

const names = ['renameSync', 'writeFileSync', 'rmSync', 'symlinkSync', 'mkdirSync', 'copyFileSync'] as const
for (const name of names) {
  const original = fs[name] as (...words: unknown[]) => unknown
  Reflect.set(fs, name, (...words: unknown[]) => {
    changes += 1
    if (changes === killAt) process.kill(process.pid, 'SIGKILL')
    return original(...words)
  })
}
syncBuiltinESMExports()

const { runGameHost } = await import('../command.ts')
const print = (line: string) => process.stdout.write(`${line}\n`)
process.exitCode = await runGameHost(process.argv.slice(2), { environment: {}, out: print, err: print })
process.stdout.write(`changes: ${changes}\n`)
