import { operatorExportRentals } from '@clutch/contract/api/console/list-exports.ts'
import * as settings from '@clutch/contract/api/rentals/operator-game-settings.ts'
import * as updates from '@clutch/contract/api/rentals/operator-game-updates.ts'
import * as jobs from '@clutch/contract/api/rentals/operator-fleet-jobs.ts'
import { operatorListHosts } from '@clutch/contract/api/rentals/operator-hosts.ts'
import { operatorCreateHostCheck } from '@clutch/contract/api/events/host-checks.ts'
import * as regions from '@clutch/contract/api/rentals/operator-regions.ts'
import * as moderation from '@clutch/contract/api/rentals/operator-rental-moderation.ts'
import * as calls from '@clutch/contract/api/rentals/operator-rentals.ts'
import { type Command, plain } from './command.ts'

const rentalColumns = [
  'instance_id',
  'instance_name',
  'owner',
  'status',
  'region',
  'hostName',
  'created',
  'expiredate',
  'isExpired',
  'problem',
]
const regionColumns = [
  'code',
  'name',
  'group',
  'position',
  'recommended',
  'hidden',
  'capacity',
  'used',
  'served',
  'cordoned',
  'maintenance',
]
const hostColumns = [
  'hostName',
  'driver',
  'regions',
  'classes',
  'instances',
  'used',
  'limits',
  'cordoned',
  'listed',
  'problem',
]

/** What an operator does about rented servers, where they stand, and the commands of their chat (G). */
export const rentalCommands: readonly Command[] = [
  { ...plain('rental list', calls.operatorListRentals), columns: rentalColumns },
  plain('rental export', operatorExportRentals),
  plain('rental show', calls.operatorGetRental),
  plain('rental extend', calls.operatorExtendRental),
  plain('rental restart', calls.operatorRestartRental),
  plain('rental move', calls.operatorMoveRental),
  plain('rental end', calls.operatorEndRental),
  plain('rental maintain', calls.operatorStartRentalMaintenance),
  plain('rental resume', calls.operatorEndRentalMaintenance),
  { ...plain('rental players', moderation.operatorListRentalPlayers), shows: 'players' },
  plain('rental moderate', moderation.operatorModerateRentalPlayer),
  plain('rental moderation', moderation.operatorSetRentalModeration),
  { ...plain('region list', regions.operatorListRegions), columns: regionColumns },
  plain('region add', regions.operatorAddRegion),
  plain('region change', regions.operatorChangeRegion),
  plain('region remove', regions.operatorRemoveRegion),
  plain('region maintain', regions.operatorStartRegionMaintenance),
  plain('region resume', regions.operatorEndRegionMaintenance),
  plain('region cordon', jobs.operatorCordonRegion),
  plain('region uncordon', jobs.operatorUncordonRegion),
  { ...plain('host list', operatorListHosts), columns: hostColumns },
  plain('game-settings show', settings.operatorGetGameSettings),
  plain('game-settings set', settings.operatorChangeGameSettings),
  plain('login-token list', settings.operatorListLoginTokens),
  plain('login-token add', settings.operatorAddLoginTokens),
  plain('login-token create', settings.operatorCreateLoginTokens),
  plain('login-token check', settings.operatorCheckLoginTokens),
  plain('login-token remove', settings.operatorRemoveLoginToken),
  plain('host check', operatorCreateHostCheck),
  plain('host cordon', jobs.operatorCordonHost),
  plain('host uncordon', jobs.operatorUncordonHost),
  plain('host drain', jobs.operatorDrainHost),
  plain('host jobs', jobs.operatorListFleetJobs),
  plain('host job-deadline', jobs.operatorSetJobDeadline),
  plain('host cancel-job', jobs.operatorCancelJob),
  plain('rental restart-many', jobs.operatorRestartRentals),
  plain('game-update show', updates.operatorGetGameUpdates),
  plain('game-update check', updates.operatorCheckGameVersion),
  plain('game-update install', updates.operatorUpdateInstall),
  plain('game-update use', updates.operatorUseBuild),
  plain('game-update hold-host', updates.operatorHoldHostUpdates),
  plain('game-update release-host', updates.operatorReleaseHostUpdates),
  plain('game-update hold', updates.operatorHoldGameUpdates),
  plain('game-update release', updates.operatorReleaseGameUpdates),
  plain('game-update deadline', updates.operatorSetUpdateDeadline),
  plain('game-update clear-deadline', updates.operatorClearUpdateDeadline),
]
