import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const program = join(import.meta.dirname, 'node-agent.program.ts')

// Without a handler Node raises the signal again, which does nothing to the first process of a container.
test('R10 what reports a game to Agones handles the signal by which its pod ends', async () => {
  const game = createSocket('udp4').bind(0, '127.0.0.1')
  await once(game, 'listening')
  const child = spawn(process.execPath, [program, 'report', '/nowhere', String(game.address().port)])
  try {
    const ended = once(child, 'exit')
    await once(game, 'message')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
    game.close()
  }
})
