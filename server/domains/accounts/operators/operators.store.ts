import { type Queries, lastInGameName } from '../../../platform/database/index.ts'

/** Who is in the group op at a time, with their account where they have one. */
export function selectOperators(queries: Queries, now: Date) {
  return queries
    .selectFrom('memberships')
    .innerJoin('operators', 'operators.steam_id', 'memberships.steam_id')
    .innerJoin('operator_roles', 'operator_roles.id', 'operators.role_id')
    .leftJoin('users', 'users.steam_id', 'memberships.steam_id')
    .leftJoin('steam_profiles', 'steam_profiles.steam_id', 'memberships.steam_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select([
      'memberships.steam_id',
      'memberships.expires_at',
      'operators.role_id',
      'operators.server_ids',
      'operator_roles.name as role_name',
      'users.username',
      'users.email',
      'steam_profiles.name as steam_name',
      lastInGameName('memberships.steam_id').as('seen_name'),
      'second_factors.confirmed_at as second_factor_on',
    ])
    .where('memberships.group_name', '=', 'op')
    .where((where) =>
      where.or([where('memberships.expires_at', 'is', null), where('memberships.expires_at', '>', now)]),
    )
    .orderBy('memberships.steam_id')
    .execute()
}
