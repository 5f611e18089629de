import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/database.ts'
import { startFreezingProxy } from '../testing/freezing-proxy.ts'
import { freePort } from '../testing/free-port.ts'
import { startProgram } from '../testing/program.ts'

const run = (environment: NodeJS.ProcessEnv) => startProgram('server/cli/migrate.ts', environment).ended

test('K the migration command brings an empty database up to date once, and names what is wrong in a line', async () => {
  const empty = await createEmptyDatabase()
  const first = await run({ DATABASE_URL: empty.url })
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toMatch(/^[1-9]\d+ migrations applied\n$/)
  expect(await run({ DATABASE_URL: empty.url })).toMatchObject({ code: 0, stdout: '0 migrations applied\n' })
  await empty.drop()

  const unreachable = 'postgres://a:secret@127.0.0.1:9/b'
  const [none, away, behind] = await Promise.all([
    run({}),
    run({ DATABASE_URL: unreachable }),
    run({ DATABASE_URL: unreachable, CLUTCH_DATABASE_DIRECT_URL: unreachable }),
  ])
  expect(none).toMatchObject({ code: 1, stderr: 'DATABASE_URL: required here\n' })
  expect(behind).toMatchObject({
    code: 1,
    stderr: 'CLUTCH_DATABASE_DIRECT_URL: no database answers there\n',
  })
  expect(away).toMatchObject({ code: 1, stderr: 'DATABASE_URL: no database answers there\n' })
})

test('K the migration command waits for a database that does not listen yet', async () => {
  const { address, drop } = await createEmptyDatabase()
  const port = await freePort()
  const url = `postgres://${address.user}@127.0.0.1:${port}/${address.database}`
  const program = startProgram('server/cli/migrate.ts', { DATABASE_URL: url }, ['--wait', '60'])
  const [line] = (await once(program.child.stdout ?? program.child, 'data')) as [Buffer]
  expect(String(line)).toBe('no database answers yet (ECONNREFUSED); trying for 60 s\n')
  const proxy = await startFreezingProxy(port)
  const { code, stdout } = await program.ended
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\n[1-9]\d+ migrations applied\n$/)])
  await proxy.close()
  await drop()

  const wrong = await startProgram('server/cli/migrate.ts', { DATABASE_URL: url }, ['--wait', 'soon']).ended
  expect(wrong).toMatchObject({ code: 1, stderr: '--wait: must be a number of seconds\n' })
})
