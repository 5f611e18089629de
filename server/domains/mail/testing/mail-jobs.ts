import { sql } from 'kysely'
import type { AppContext } from '../../../platform/context.ts'

/** The states of the mail jobs there are (`created`, `active`, `retry`, `completed`, `failed`), in the order they were posted. */
export async function selectMailJobStates({ database }: AppContext): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from pgboss.job where name = 'mail' order by created_on, id`.execute(database)
  return rows.map(({ state }) => state)
}

/** Everything the database holds of the mail jobs, as text. */
export async function selectMailJobsAsText({ database }: AppContext): Promise<string> {
  const { rows } = await sql<{ whole: string }>`
    select job::text as whole from pgboss.job where name = 'mail'`.execute(database)
  return rows.map(({ whole }) => whole).join('\n')
}
