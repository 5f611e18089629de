import type { AppContext } from '../../../platform/context.ts'

const tables = ['users', 'memberships', 'steam_profiles', 'audit_log', 'rate_limits', 'tickets'] as const

/** Deletes all users, so that tests can share an app context. */
export async function clearAccounts({ database }: Pick<AppContext, 'database'>): Promise<void> {
  for (const table of tables) await database.deleteFrom(table).execute()
}
