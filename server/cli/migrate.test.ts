import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/database.ts'
import { startFreezingProxy } from '../testing/freezing-proxy.ts'
import { freePort } from '../testing/free-port.ts'
import { startProgram } from '../testing/program.ts'

const run = (environment: NodeJS.ProcessEnv) => startProgram('server/cli/migrate.ts', environment).ended

test('K the migration command waits for a database that does not listen yet, and brings an empty one up to date once', async () => {
  const empty = await createEmptyDatabase()
  const { user, database } = empty.address
  const port = await freePort()
  const url = `postgres://${user}@127.0.0.1:${port}/${database}`
  const program = startProgram('server/cli/migrate.ts', { DATABASE_URL: url }, ['--wait', '60'])
  const [line] = (await once(program.child.stdout ?? program.child, 'data')) as [Buffer]
  expect(String(line)).toBe('no database answers yet (ECONNREFUSED); trying for 60 s\n')
  const proxy = await startFreezingProxy(port)
  const { code, stdout, stderr } = await program.ended
  expect([code, stdout, stderr]).toEqual([0, expect.stringMatching(/\n[1-9]\d+ migrations applied\n$/), ''])
  await proxy.close()
  expect(await run({ DATABASE_URL: empty.url })).toMatchObject({
    code: 0,
    stdout: '0 migrations applied\n',
    stderr: '',
  })
  await empty.drop()
})

test('K the migration command names what is wrong in a line', async () => {
  const unreachable = 'postgres://a:secret@127.0.0.1:9/b'
  const withArguments = (...args: string[]) =>
    startProgram('server/cli/migrate.ts', { DATABASE_URL: unreachable }, args).ended
  const [none, away, behind, soon, other] = await Promise.all([
    run({}),
    run({ DATABASE_URL: unreachable }),
    run({ DATABASE_URL: unreachable, CLUTCH_DATABASE_DIRECT_URL: unreachable }),
    withArguments('--wait', 'soon'),
    withArguments('--wait', '-5', '--other'),
  ])
  expect(none).toMatchObject({ code: 1, stderr: 'DATABASE_URL: required here\n' })
  expect(behind).toMatchObject({
    code: 1,
    stderr: 'CLUTCH_DATABASE_DIRECT_URL: no database answers there\n',
  })
  expect(away).toMatchObject({ code: 1, stderr: 'DATABASE_URL: no database answers there\n' })
  expect(soon).toMatchObject({ code: 1, stderr: '--wait: must be a number of seconds\n' })
  expect(other).toMatchObject({
    code: 1,
    stderr: 'wrong arguments: the only option is --wait SECONDS\n',
  })
})
