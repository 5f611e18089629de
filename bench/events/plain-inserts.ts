import type { Database } from '@clutch/server/platform/database/index.ts'
import { CompiledQuery, sql } from 'kysely'

const rowsPerInsert = 500
const connections = 4
const columns = 7

/** What most projects keep: one table of kills, many rows an insert, a few connections. Answers the seconds it took. */
export async function runPlainInserts(database: Database, kills: number): Promise<number> {
  await sql`
    create table if not exists plain_kills (
      id bigint generated always as identity primary key, server integer not null, at timestamptz not null,
      killer bigint not null, victim bigint not null, weapon text not null, headshot boolean not null,
      penetrated boolean not null
    )
  `.execute(database)
  let left = Math.ceil(kills / rowsPerInsert)
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left > 0) {
        left -= 1
        await database.executeQuery(CompiledQuery.raw(insertSql, killRows(left)))
      }
    }),
  )
  return (performance.now() - started) / 1_000
}

const placeholders = Array.from({ length: rowsPerInsert }, (_, row) => {
  const names = Array.from({ length: columns }, (_each, column) => `$${row * columns + column + 1}`)
  return `(${names.join(', ')})`
})
const insertSql = `insert into plain_kills (server, at, killer, victim, weapon, headshot, penetrated) values ${placeholders.join(', ')}`

function killRows(batch: number): unknown[] {
  const at = new Date().toISOString()
  return Array.from({ length: rowsPerInsert }, (_, row) => [
    batch % 200,
    at,
    String(76561197960265728n + BigInt(row * 7)),
    String(76561197960265728n + BigInt(row * 11)),
    'ak47',
    row % 2 === 0,
    false,
  ]).flat()
}
