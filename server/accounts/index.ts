import type { House } from '../house.ts'
import type { App } from '../http/app.ts'
import { answerAccount } from './account/routes.ts'
import { differences, writeAudit } from './audit.ts'
import { answerEmail } from './email/routes.ts'
import { startGameBind } from './game-bind/tell.ts'
import { answerGroups } from './operator-routes.ts'
import { answerOps } from './ops/routes.ts'
import { answerMailSettings } from './mails/routes.ts'
import { startProfiles } from './profiles/profiles.ts'
import type { RankedPlayers } from './profiles/profiles.ts'
import { answerProfiles } from './profiles/routes.ts'
import { deviceOf, sessionCheck } from './sessions.ts'
import { answerSteam } from './steam/routes.ts'
import { startAccountSweep } from './sweep.ts'
import { answerUsers } from './users/routes.ts'

export { wasAskedBefore } from './asked-before.ts'
export { offerGameBind } from './game-bind/offer.ts'
export {
  extendGroup,
  isForGood,
  lockGroup,
  membership,
  membersOf,
  membershipEnd,
  shortenGroup,
} from './group-terms.ts'
export type { Term } from './group-terms.ts'
export { findUsers } from './glance.ts'
export { everybodysGroups, groupsOf } from './groups.ts'
export { membershipsChannel } from './groups-store.ts'
export { identityOfPlayer } from './identity.ts'
export { logFirstOperator } from './ops/first-operator.ts'
export { keyedHash, keyedHashes } from './keyed-hash.ts'
export { accountNames } from './names.ts'
export { isCalledHere } from './names-store.ts'
export { takeTry, takeTryOfAddress } from './limits.ts'
export { writeAudit } from './audit.ts'
export { isStillWanted, mailPlayer, playersMailed } from './mails/player-mail.ts'
export { avatarsOf } from './profiles/profiles.ts'

/** The accounts domain on the web side: who somebody is, whether their session stands, who is in which group. */
export function registerAccounts(house: House, app: App): void {
  app.sessionCheck = sessionCheck(house)
  app.operatorActed = ({ by, call, params, fields, refused, request, subject, before, after }) =>
    writeAudit(house, house.database, {
      actor: by?.steamId ?? 'operator',
      action: call,
      subject: subject ?? Object.values(params)[0] ?? '',
      detail: { ...params, fields, ...(refused !== null && { refused }) },
      ...differences(before, after, fields),
      device: deviceOf(request),
    })
  answerSteam(house, app)
  answerEmail(house, app)
  answerAccount(house, app)
  answerMailSettings(house, app)
  answerProfiles(house, app)
  answerGroups(house, app)
  answerOps(house, app)
  answerUsers(house, app)
}

/** What the accounts do in a worker: profiles from Steam, codes told in the game, what has ended removed each night. */
export async function startAccounts(house: House, ranked: RankedPlayers): Promise<void> {
  await startProfiles(house, ranked)
  await startGameBind(house)
  await startAccountSweep(house)
}
