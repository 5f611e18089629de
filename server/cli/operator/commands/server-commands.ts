import * as events from '@clutch/contract/api/events/operator-log-feeds.ts'
import * as consoles from '@clutch/contract/api/servers/operator-server-control.ts'
import * as operatorModerationCalls from '@clutch/contract/api/servers/operator-moderation.ts'
import * as calls from '@clutch/contract/api/servers/operator-servers.ts'
import { isRegionCode, regionCodes } from '@clutch/contract/rules/rentals/regions/region-codes.ts'
import { type Command, plain } from './command.ts'

const serverColumns = [
  'id',
  'name',
  'ip',
  'port',
  'protocol',
  'category',
  'region',
  'state',
  'hidden',
  'maintenance',
  'has_rcon',
  'may_bind',
]
const lineColumns = ['at', 'actor', 'command', 'ms', 'refused']

const knownRegions: Pick<Command, 'warns' | 'note'> = {
  note: `Regions: ${regionCodes.join(', ')}; any other text is shown as it is`,
  warns: (_, { region }) =>
    typeof region !== 'string' || isRegionCode(region)
      ? null
      : `"${region}" is no region that the portal knows by name: players see it as it is (--help lists the regions)`,
}

/** What an operator does with game servers: the registry, tests, consoles, players (D, J). */
export const serverCommands: readonly Command[] = [
  { ...plain('server list', calls.operatorListServers), columns: serverColumns },
  { ...plain('server add', calls.operatorAddServer), ...knownRegions },
  { ...plain('server change', calls.operatorChangeServer), ...knownRegions },
  plain('server remove', calls.operatorRemoveServer),
  plain('server test', consoles.operatorTestServer),
  plain('server report-secret', events.operatorIssueReportSecret),
  plain('server revoke-secret', events.operatorRevokeReportSecret),
  plain('server connect-log', events.operatorConnectLog),
  {
    ...plain('server test-log', consoles.operatorTestServerLog),
    warns: ({ renewed }) =>
      renewed === true
        ? 'The server did not report by a known secret and got a new one: replace the lines in its cfg by these commands.'
        : null,
  },
  { ...plain('server rcon', consoles.operatorRunRconCommand), shows: 'output' },
  { ...plain('server rcon-history', consoles.operatorListRconLog), columns: lineColumns },
  plain('server words', consoles.operatorListRconCompletions),
  { ...plain('server players', operatorModerationCalls.operatorListServerPlayers), shows: 'players' },
  plain('server kick', operatorModerationCalls.operatorKickPlayer),
  plain('server ban', operatorModerationCalls.operatorBanPlayer),
  plain('server moderate', operatorModerationCalls.operatorModeratePlayer),
  plain('server message', operatorModerationCalls.operatorSendServerMessage),
]
