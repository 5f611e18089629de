import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/database.ts'
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
