import { sql } from 'kysely'
import type { Queries } from '../index.ts'
import type { PartitionRange } from './partition-ranges.ts'
import type { PartitionedTable } from './partitioned-tables.ts'

export interface Partition extends PartitionRange {
  name: string
  /** Whether its range is one unit; the others hold the rows from before the table was partitioned, or those without a time. */
  isDated: boolean
}

interface Partitions {
  /** Without the default one, by range. */
  ranges: Partition[]
  /** The name of the one that takes the rows of no range. */
  fallback: string
}

/** How long a change of partitions waits for a lock. Rows that arrive meanwhile wait behind it. */
const lockTimeoutMs = 300
/** How long one statement of a change may take while it holds that lock. */
const changeTimeoutMs = 2_000
/** Rows of the default partition that a new partition takes over while it holds the lock. */
export const maxMovedRows = 10_000

/** A partition in SQL. */
export const partitionTable = (name: string) => sql.id('partitions', name)

export async function selectPartitions(
  queries: Queries,
  { name, keyType }: Pick<PartitionedTable, 'name' | 'keyType'>,
): Promise<Partitions> {
  const bound = (side: string) => sql`(regexp_match(bound, ${sql.lit(`${side} \\('([^']+)'\\)`)}))[1]`
  const toMs = (text: ReturnType<typeof bound>) =>
    ({
      'epoch-ms': sql`${text}::float8`,
      timestamptz: sql`(extract(epoch from ${text}::timestamptz) * 1000)::float8`,
      date: sql`(extract(epoch from ${text}::date::timestamp) * 1000)::float8`,
    })[keyType]
  const { rows } = await sql<{ name: string; from: number | null; to: number | null }>`
    select name, ${toMs(bound('FROM'))} as "from", ${toMs(bound('TO'))} as "to" from (
      select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${name}::regclass
    ) as p order by "to", name`.execute(queries)
  const ranges = rows.flatMap(({ to, ...row }) =>
    to === null ? [] : [{ ...row, to, isDated: /_\d{8}$/.test(row.name) }],
  )
  return { ranges, fallback: rows.find(({ to }) => to === null)?.name ?? '' }
}

/** The statement that creates an empty partition. */
export function createPartitionSql(
  table: PartitionedTable,
  { from, to }: { from: number; to: number },
): string {
  const name = `${table.name}_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`
  const bounds = `from ('${formatKey(table, from)}') to ('${formatKey(table, to)}')`
  const local = table.localKey === undefined ? '' : ` (${table.localKey})`
  return `create table partitions.${name} partition of ${table.name}${local} for values ${bounds}`
}

/** How many rows of the default partition belong to a range; counts up to one more than a partition takes over. */
export async function countStrayRows(
  queries: Queries,
  table: PartitionedTable,
  fallback: string,
  range: { from: number; to: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from ${partitionTable(fallback)} where ${inRange(table, range)} limit ${maxMovedRows + 1}
    ) as stray`.execute(queries)
  return rows[0]?.count ?? 0
}

/** Runs a change of a table's partitions while nothing else reads or writes the table; otherwise like `changeWithTimeout`. */
export function changePartitions(
  queries: Queries,
  { name }: Pick<PartitionedTable, 'name'>,
  change: (tx: Queries) => Promise<void>,
): Promise<boolean> {
  return changeWithTimeout(queries, async (tx) => {
    await sql`lock table only ${sql.table(name)} in access exclusive mode`.execute(tx)
    await change(tx)
  })
}

/**
 * Runs a transaction that waits for locks for a short time only. Returns false where it did not get one or took too long: nothing changed
 * then, and a later try may succeed.
 */
export async function changeWithTimeout(
  queries: Queries,
  change: (tx: Queries) => Promise<void>,
): Promise<boolean> {
  try {
    await queries.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx)
      await sql`set local statement_timeout = ${sql.lit(changeTimeoutMs)}`.execute(tx)
      await change(tx)
    })
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

/** Lock not available, statement timeout, deadlock. */
const busy = new Set(['55P03', '57014', '40P01'])

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && busy.has(String(error.code))
}

/** Creates a partition and moves the rows of its range out of the default one. The caller holds the table's lock, without its partitions. */
export async function createPartition(
  tx: Queries,
  table: PartitionedTable,
  fallback: string,
  range: { from: number; to: number },
): Promise<void> {
  await sql`lock table ${partitionTable(fallback)} in access exclusive mode`.execute(tx)
  if ((await countStrayRows(tx, table, fallback, range)) === 0) {
    await sql.raw(createPartitionSql(table, range)).execute(tx)
    return
  }
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = ${table.name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    tx,
  )
  const columns = sql.raw(rows[0]?.columns ?? '')
  await sql`create temporary table moved_rows on commit drop as
    select ${columns} from ${partitionTable(fallback)} where ${inRange(table, range)}`.execute(tx)
  await sql`delete from ${partitionTable(fallback)} where ${inRange(table, range)}`.execute(tx)
  await sql.raw(createPartitionSql(table, range)).execute(tx)
  await sql`insert into ${sql.table(table.name)} (${columns}) select ${columns} from moved_rows`.execute(tx)
  await sql`drop table moved_rows`.execute(tx)
}

export async function dropPartition(tx: Queries, name: string): Promise<void> {
  await sql`drop table ${partitionTable(name)}`.execute(tx)
}

/** Deletes rows of one partition with a key before a time, `limit` at most; returns how many. */
export async function deleteRowsBefore(
  queries: Queries,
  table: PartitionedTable,
  partition: string,
  before: number,
  limit: number,
): Promise<number> {
  // A ctid identifies a row of one partition only.
  const { numAffectedRows } = await sql`
    delete from ${partitionTable(partition)} where ctid = any (array(
      select ctid from ${partitionTable(partition)} where ${sql.ref(table.key)} < ${formatKey(table, before)}
        limit ${limit}))`.execute(queries)
  return Number(numAffectedRows ?? 0)
}

function inRange(table: PartitionedTable, { from, to }: { from: number; to: number }) {
  const [key, low, high] = [sql.ref(table.key), formatKey(table, from), formatKey(table, to)]
  return sql`${key} >= ${low} and ${key} < ${high}`
}

/** A time as a value of the table's key. */
function formatKey({ keyType }: PartitionedTable, ms: number): string {
  if (keyType === 'epoch-ms') return String(ms)
  const text = new Date(ms).toISOString()
  return keyType === 'date' ? text.slice(0, 10) : text
}
