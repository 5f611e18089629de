import type { AppContext } from '../../platform/context.ts'
import type { App, AppOptions } from '../../platform/http/app.ts'
import { actorOf } from '../../platform/http/session/operator-caller.ts'
import { registerApiTokenRoutes } from './api-tokens/api-tokens.routes.ts'
import { registerAccountRoutes } from './own-account/own-account.routes.ts'
import { registerAuditLogRoutes } from './audit/audit-log.routes.ts'
import { changedFields, writeAuditEntry } from './audit/audit-log.service.ts'
import { registerEmailRoutes } from './email/email.routes.ts'
import { startGameBindWorker } from './game-bind/game-codes.worker.ts'
import { registerGroupRoutes } from './groups/groups.routes.ts'
import { registerOperatorRoutes } from './operators/operators.routes.ts'
import { registerOperatorRoleRoutes } from './operator-roles/operator-roles.routes.ts'
import { startDiscordRolesWorker } from './linked-accounts/discord-roles.worker.ts'
import { registerLinkedAccountRoutes } from './linked-accounts/linked-accounts.routes.ts'
import { registerMailSettingsRoutes } from './mail-settings/mail-settings.routes.ts'
import { type RankedPlayers, startProfileWorkers } from './profiles/profiles.worker.ts'
import { registerProfileRoutes } from './profiles/profiles.routes.ts'
import { createRateLimiter } from './rate-limits/rate-limits.service.ts'
import { readDevice, createSessionCheck } from './sessions/sessions.service.ts'
import { registerSteamRoutes } from './steam/steam.routes.ts'
import { startAccountCleanup } from './cleanup.worker.ts'
import { registerUserRoutes } from './users/users.routes.ts'

export { isRepeatedRequest } from './idempotency/idempotency-keys.service.ts'
export { createGameBindSubscriber } from './game-bind/game-codes.service.ts'
export {
  extendMembership,
  isPermanentMember,
  getMembership,
  getGroupMembers,
  lockMembershipEnd,
  shortenMembership,
} from './groups/membership-terms.service.ts'
export type { Term } from './groups/membership-terms.service.ts'
export { assertNotOutranked } from './operator-roles/operator-permissions.service.ts'
export { searchUsers } from './users/users.service.ts'
export { getAllGroups, getGroups, isOperator } from './groups/groups.service.ts'
export { membershipsChannel } from './groups/groups.store.ts'
export { getPlayerIdentity } from './profiles/identity.service.ts'
export { logMissingOperator } from './operators/operators.service.ts'
export { hashWithKey, hashWithEveryKey } from './tokens/keyed-hash.ts'
export { getPlayerNames } from './profiles/identity.service.ts'
export { matchesAccountName } from './profiles/player-names.store.ts'
export { consumeAddressRateLimit, tryConsumeRateLimit } from './rate-limits/rate-limits.service.ts'
export { writeAuditEntry } from './audit/audit-log.service.ts'
export { isMailStillWanted, mailPlayer, filterMailedPlayers } from './mail-settings/player-mail.service.ts'
export { getAvatarUrls } from './profiles/profiles.worker.ts'

/** What `createApp` needs to know of accounts: the sessions, the rate limits, and the audit log of operators' changes. */
export function createAppOptions(
  context: AppContext,
): Required<Pick<AppOptions, 'sessionCheck' | 'rateLimiter' | 'onOperatorAction'>> {
  return {
    sessionCheck: createSessionCheck(context),
    rateLimiter: createRateLimiter(context),
    onOperatorAction: ({ by, call, params, fields, refused, request, subject, before, after, tx }) =>
      writeAuditEntry(context, tx ?? context.database, {
        actor: actorOf(by),
        action: call,
        subject: subject ?? Object.values(params)[0] ?? '',
        detail: {
          ...params,
          fields,
          ...(refused !== null && { refused }),
          ...(by.token && { tokenId: by.token.id, tokenOwner: by.token.owner ?? '' }),
        },
        ...changedFields(before, after, fields),
        device: readDevice(request),
      }),
  }
}

/** Registers the accounts domain on the web side: users, sessions, groups. */
export function registerAccounts(context: AppContext, app: App): void {
  registerSteamRoutes(context, app)
  registerEmailRoutes(context, app)
  registerAccountRoutes(context, app)
  registerMailSettingsRoutes(context, app)
  registerLinkedAccountRoutes(context, app)
  registerProfileRoutes(context, app)
  registerGroupRoutes(context, app)
  registerOperatorRoutes(context, app)
  registerOperatorRoleRoutes(context, app)
  registerApiTokenRoutes(context, app)
  registerAuditLogRoutes(context, app)
  registerUserRoutes(context, app)
}

/** Starts the accounts' workers: Steam profiles, codes sent in the game, nightly removal of expired rows. */
export async function startAccountWorkers(context: AppContext, ranked: RankedPlayers): Promise<void> {
  await startProfileWorkers(context, ranked)
  await startGameBindWorker(context)
  await startDiscordRolesWorker(context)
  await startAccountCleanup(context)
}
