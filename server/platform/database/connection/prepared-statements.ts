import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'

const mark = '/* prepared */'

/**
 * Put at the beginning of a statement, has each connection parse it once and keep its plan: worth it for a statement that takes longer to
 * plan than to run. Its text may have few forms, each a statement of its own.
 *
 * PostgreSQL reuses a plan only if it does not seem more expensive than a plan for the values at hand. It takes an unknown limit for a tenth of
 * the rows, and an unknown array for ten values: write a limit as a literal (`sql.lit`), and a short list as `in (…)`.
 */
export const prepared = sql.raw(mark)

const names = new Map<string, string>()

/** Has a connection prepare the marked statements. Not for one behind a pooler, whose next transaction may be on another. */
export function prepareMarkedStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const prepare = (text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.startsWith(mark)
      ? query({ name: nameOf(text), text, values }, ...rest)
      : query(text, values, ...rest)
  client.query = prepare as typeof client.query
}

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}
