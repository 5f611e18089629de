import type { House } from '../house.ts'
import type { App } from '../http/app.ts'
import { registerAccountRoutes } from './account/routes.ts'
import { changedFields, writeAuditEntry } from './audit.ts'
import { registerEmailRoutes } from './email/routes.ts'
import { startGameBindWorker } from './game-bind/tell.ts'
import { registerGroupRoutes } from './operator-routes.ts'
import { registerOperatorRoutes } from './ops/routes.ts'
import { registerMailSettingsRoutes } from './mails/routes.ts'
import { startProfileWorkers } from './profiles/profiles.ts'
import type { RankedPlayers } from './profiles/profiles.ts'
import { registerProfileRoutes } from './profiles/routes.ts'
import { readDevice, createSessionCheck } from './sessions.ts'
import { registerSteamRoutes } from './steam/routes.ts'
import { startAccountCleanup } from './sweep.ts'
import { registerUserRoutes } from './users/routes.ts'

export { isRepeatedRequest } from './asked-before.ts'
export { createGameBindSubscriber } from './game-bind/offer.ts'
export {
  extendMembership,
  isPermanentMember,
  lockMembership,
  getMembership,
  getGroupMembers,
  lockMembershipEnd,
  shortenMembership,
} from './group-terms.ts'
export type { Term } from './group-terms.ts'
export { searchUsers } from './glance.ts'
export { getAllGroups, getGroups } from './groups.ts'
export { membershipsChannel } from './groups-store.ts'
export { getPlayerIdentity } from './identity.ts'
export { logMissingOperator } from './ops/first-operator.ts'
export { hashWithKey, hashWithEveryKey } from './keyed-hash.ts'
export { getPlayerNames } from './names.ts'
export { matchesAccountName } from './names-store.ts'
export { consumeRateLimit, consumeAddressRateLimit } from './limits.ts'
export { writeAuditEntry } from './audit.ts'
export { isMailStillWanted, mailPlayer, filterMailedPlayers } from './mails/player-mail.ts'
export { getAvatarUrls } from './profiles/profiles.ts'

/** The accounts domain on the web side: who somebody is, whether their session stands, who is in which group. */
export function registerAccounts(house: House, app: App): void {
  app.sessionCheck = createSessionCheck(house)
  app.operatorActed = ({ by, call, params, fields, refused, request, subject, before, after }) =>
    writeAuditEntry(house, house.database, {
      actor: by?.steamId ?? 'operator',
      action: call,
      subject: subject ?? Object.values(params)[0] ?? '',
      detail: { ...params, fields, ...(refused !== null && { refused }) },
      ...changedFields(before, after, fields),
      device: readDevice(request),
    })
  registerSteamRoutes(house, app)
  registerEmailRoutes(house, app)
  registerAccountRoutes(house, app)
  registerMailSettingsRoutes(house, app)
  registerProfileRoutes(house, app)
  registerGroupRoutes(house, app)
  registerOperatorRoutes(house, app)
  registerUserRoutes(house, app)
}

/** What the accounts do in a worker: profiles from Steam, codes told in the game, what has ended removed each night. */
export async function startAccountWorkers(house: House, ranked: RankedPlayers): Promise<void> {
  await startProfileWorkers(house, ranked)
  await startGameBindWorker(house)
  await startAccountCleanup(house)
}
