import { randomUUIDv7 } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Servers } from '../../../platform/database/types.generated.ts'
import type { AppContext } from '../../../platform/context.ts'

let port = 27_000

/** Puts a community server straight into the database; its id. */
export async function aRegisteredServer(
  { database, clock }: AppContext,
  name: string,
  more: Partial<Insertable<Servers>> = {},
): Promise<string> {
  const id = randomUUIDv7()
  port += 1
  const row = {
    id,
    name,
    name_display: '',
    ip: '203.0.113.12',
    port,
    protocol: 'valve',
    category: 'public',
    region: 'ap-shanghai',
    tickrate: '',
    reserved: 2,
    ontop: 0,
    star: 0,
    hidden: false,
    rules_zh: '',
    rules_en: '',
    created_at: clock.now(),
    ...more,
  }
  await database.insertInto('servers').values(row).execute()
  return id
}
