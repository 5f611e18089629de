import { auditLog } from '@clutch/server/platform/database/partitions/partitioned-tables.ts'
import {
  createPartitionsAhead,
  dropPartitionsBefore,
} from '@clutch/server/platform/database/partitions/partitions.service.ts'
import { sql } from 'kysely'
import { bulkLoadDeadlines, describeDatabase, startBenchDatabase } from '../harness/embedded-database.ts'
import { assertClaim, isQuick, median, printTable, reportTarget } from '../harness/results.ts'

/**
 * What partitions cost an insert and save a retention: the audit log by month against one table with the same columns and indexes, filled
 * by turns in the same run. Then the oldest of twelve months is dropped from the one and deleted from the other.
 */
const months = 12
const rowsPerMonth = isQuick ? 10_000 : 100_000
const rounds = isQuick ? 5 : 15
const singleInserts = isQuick ? 200 : 1_000
const first = Date.UTC(2026, 0)
const monthStart = (month: number) => new Date(Date.UTC(2026, month))

const bench = await startBenchDatabase(bulkLoadDeadlines)
const { database } = bench
try {
  console.log(await describeDatabase(database))
  await sql`create table plain_audit_log (like audit_log including all)`.execute(database)
  for (let month = 0; month < months; month += 1) {
    await createPartitionsAhead(database, [auditLog], monthStart(month))
  }
  const bulk = { plain: [] as number[], partitioned: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    bulk.plain.push(await timed(() => fill('plain_audit_log')))
    bulk.partitioned.push(await timed(() => fill('audit_log')))
  }
  const single = { plain: [] as number[], partitioned: [] as number[] }
  for (let round = 0; round < singleInserts; round += 1) {
    single.plain.push(await timed(() => insertOne('plain_audit_log', round)))
    single.partitioned.push(await timed(() => insertOne('audit_log', round)))
  }
  const deleting = await measured(async () => {
    await sql`delete from plain_audit_log where at < ${monthStart(1)}`.execute(database)
    await sql`vacuum plain_audit_log`.execute(database)
  })
  const dropping = await measured(async () => {
    if (!(await dropPartitionsBefore(database, auditLog, monthStart(1)))) throw new Error('not dropped')
  })
  report(bulk, single, deleting, dropping)
} finally {
  await bench.stop()
}

interface Figures {
  plain: number[]
  partitioned: number[]
}

interface Cost {
  ms: number
  walBytes: number
}

function report(bulk: Figures, single: Figures, deleting: Cost, dropping: Cost): void {
  const rows = rowsPerMonth * months
  const cells = ({ plain, partitioned }: Figures, digits: number) => {
    const [one, other] = [median(plain), median(partitioned)]
    return [one.toFixed(digits), other.toFixed(digits), (other / one).toFixed(2)]
  }
  printTable(
    `${rows} rows in ${months} months`,
    ['', 'one table', 'partitioned', 'ratio'],
    [
      [`${Math.round(rows / rounds)} rows, ms`, ...cells(bulk, 0)],
      ['one row, ms', ...cells(single, 3)],
      [
        'a month removed, ms',
        deleting.ms.toFixed(0),
        dropping.ms.toFixed(1),
        (dropping.ms / deleting.ms).toFixed(4),
      ],
      [
        'its WAL, kB',
        kilobytes(deleting),
        kilobytes(dropping),
        (dropping.walBytes / deleting.walBytes).toFixed(4),
      ],
    ],
  )
  const bulkRatio = median(bulk.partitioned) / median(bulk.plain)
  reportTarget(
    bulkRatio <= 1.1,
    `rows of a partitioned table take ${bulkRatio.toFixed(2)} times as long, target 1.1`,
  )
  assertClaim(
    bulkRatio <= 1.5,
    `rows of a partitioned table take ${bulkRatio.toFixed(2)} times as long, at most 1.5`,
  )
  const walRatio = deleting.walBytes / dropping.walBytes
  // Dropping one writes the same for any number of rows.
  const leastRatio = isQuick ? 2 : 10
  assertClaim(
    walRatio >= leastRatio,
    `deleting a month writes ${walRatio.toFixed(1)} times the WAL of dropping it, at least ${leastRatio}`,
  )
}

function kilobytes({ walBytes }: Cost): string {
  return (walBytes / 1_000).toFixed(0)
}

async function fill(table: string): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (at, actor, action, subject, detail, address, user_agent)
      select ${new Date(first)}::timestamptz + (n * 0.9999 * ${months} * interval '30.4 days' / ${(rowsPerMonth * months) / rounds}),
        '7656119796026' || n % 5000, case when n % 10 = 0 then 'POST /api/operator/servers' else 'LOGIN-STEAM' end,
        '7656119796026' || n % 5000, jsonb_build_object('device', repeat('x', 200)), '203.0.113.' || n % 250, 'Mozilla/5.0'
      from generate_series(1, ${Math.round((rowsPerMonth * months) / rounds)}::integer) as n`.execute(
    database,
  )
}

async function insertOne(table: string, n: number): Promise<void> {
  const at = monthStart(n % months)
  await sql`
    insert into ${sql.table(table)} (at, actor, action, subject, detail, address, user_agent)
      values (${at}, 'a', 'LOGOUT', 's', '{}', '203.0.113.1', 'Mozilla/5.0')`.execute(database)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function measured(work: () => Promise<void>): Promise<Cost> {
  const position = async () => {
    const { rows } = await sql<{ bytes: number }>`
      select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as bytes`.execute(database)
    return rows[0]?.bytes ?? NaN
  }
  const before = await position()
  const ms = await timed(work)
  return { ms, walBytes: (await position()) - before }
}
