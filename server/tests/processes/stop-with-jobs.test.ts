import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { copyDatabase } from '../../platform/database/embedded/temporary-cluster.ts'
import { startPortal } from '../../portal.ts'

test.runIf(isProving)(
  'K a stop gives unfinished jobs back to the queue, also those that fill themselves',
  async () => {
    const database = await copyDatabase(await getTestCluster())
    const dataDir = mkdtempSync(join(tmpdir(), 'clutch-stop-'))
    const config = readConfig({
      CLUTCH_ENV: 'development',
      CLUTCH_PORT: '0',
      CLUTCH_ROLES: 'poller',
      CLUTCH_DATA_DIR: dataDir,
      DATABASE_URL: database.url,
    })
    const { context, stop } = await startPortal({ config, log: pino({ level: 'silent' }), page: false })
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const neverEnds = (index: 0 | 1) => () => {
      begun[index].resolve()
      return new Promise<void>(() => undefined)
    }
    await context.jobs.work('mail', neverEnds(0))
    await context.jobs.work('account-sweep', neverEnds(1))
    await context.database.transaction().execute(async (tx) => {
      await context.jobs.enqueue(tx, 'mail', { sealed: '' })
      await context.jobs.enqueue(tx, 'account-sweep', {})
    })
    await Promise.all(begun.map(({ promise }) => promise))
    await stop()

    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<{ name: string; state: string }>(
      `select name, state::text from pgboss.job where name in ('mail', 'account-sweep') order by name`,
    )
    await client.end()
    expect(rows).toEqual([
      { name: 'account-sweep', state: 'retry' },
      { name: 'mail', state: 'retry' },
    ])
    await database.drop()
    rmSync(dataDir, { recursive: true })
  },
)
