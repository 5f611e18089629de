import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assertPortFree } from './port-check.ts'
import { listLiveProcesses, isAlive, getStartTime } from './processes.ts'

test.skipIf(process.platform !== 'linux')(
  'R2 a process whose remains wait to be collected counts as gone',
  async () => {
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 600'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    try {
      const [said]: Buffer[] = await once(parent.stdout, 'data')
      const pid = Number(said)
      await expect
        .poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), { timeout: 15_000 })
        .toContain(') Z ')
      expect(getStartTime(pid)).toBeNull()
      expect(listLiveProcesses().map((one) => one.pid)).not.toContain(pid)
    } finally {
      parent.kill('SIGKILL')
      await once(parent, 'exit')
    }
  },
)

test('R5 a process is distinguished from an earlier one with the same number', () => {
  const me = listLiveProcesses().find(({ pid }) => pid === process.pid)
  expect(me && isAlive(me)).toBe(true)
  expect(isAlive({ pid: process.pid, start: 'earlier' })).toBe(false)
})

test.skipIf(process.platform !== 'linux')(
  'R5 a process is known by its environment also while it becomes another program',
  async () => {
    const again = 'exec /bin/sh -c "$AGAIN"'
    const game = spawn('/bin/sh', ['-c', again], { env: { AGAIN: again, MARK: 'here' }, stdio: 'ignore' })
    try {
      await once(game, 'spawn')
      const found = listLiveProcesses().find(({ pid }) => pid === game.pid)
      for (let look = 0; look < 20_000; look++) expect(found?.environment().get('MARK')).toBe('here')
    } finally {
      game.kill('SIGKILL')
      await once(game, 'exit')
    }
  },
)

test.skipIf(process.platform !== 'linux')(
  'R5 a process without an environment is not waited for',
  async () => {
    const bare = spawn('/bin/sh', ['-c', 'echo up; read -r end'], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    try {
      await once(bare.stdout, 'data')
      const found = listLiveProcesses().find(({ pid }) => pid === bare.pid)
      const before = performance.now()
      for (let look = 0; look < 10; look++) expect(found?.environment().get('MARK')).toBeUndefined()
      expect(performance.now() - before).toBeLessThan(1_000)
    } finally {
      bare.kill('SIGKILL')
      await once(bare, 'exit')
    }
  },
)

test.skipIf(process.platform !== 'linux')(
  'R5 a process that was killed counts as gone only when its last thread has let go of its port',
  async () => {
    const game = spawn(process.execPath, ['-e', listening], { stdio: ['ignore', 'pipe', 'ignore'] })
    const pid = game.pid ?? 0
    const [port]: Buffer[] = await once(game.stdout, 'data')
    const ended = once(game, 'exit')
    game.kill('SIGKILL')
    let looks = 0
    while (getStartTime(pid) !== null) looks++
    expect(looks).toBeGreaterThan(0)
    await assertPortFree('127.0.0.1', Number(port))
    await ended
  },
)

/** A program of many threads with much memory, whose end takes its time; it says on which port it listens. */
const listening = `
  const { Worker } = require('node:worker_threads')
  const many = Array.from({ length: 8 }, () => new Worker('setInterval(() => {}, 1000); new Array(2e6).fill({})', { eval: true }))
  Promise.all(many.map((one) => new Promise((ready) => one.once('online', ready)))).then(() => {
    const server = require('node:net').createServer().listen(0, '127.0.0.1', () => console.log(server.address().port))
  })
`
