import * as accounts from '@clutch/contract/api/operator-accounts.ts'
import * as boards from '@clutch/contract/api/operator-boards.ts'
import * as events from '@clutch/contract/api/operator-events.ts'
import * as calls from '@clutch/contract/api/operator.ts'
import { plain } from './command.ts'
import type { Command } from './command.ts'
import { fieldsOf } from './fields.ts'
import type { Field } from './fields.ts'
import { moneyCommands } from './money-commands.ts'
import { vipCommands } from './vip-commands.ts'

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
  'has_rcon',
  'may_bind',
]

const feedColumns = ['server', 'name', 'reports', 'last', 'batches', 'waiting', 'gaps', 'missing']
const opColumns = ['steamId', 'username', 'email', 'secondFactor', 'expires']
const auditColumns = ['id', 'at', 'actor', 'action', 'subject', 'address']
const resetColumns = ['id', 'steamId', 'mode', 'season', 'rows', 'state', 'created']
const flagColumns = ['id', 'steamId', 'nickname', 'kind', 'detail', 'server', 'at']

export const commands: readonly Command[] = [
  { ...plain('server list', calls.operatorListServers), columns: serverColumns },
  plain('server add', calls.operatorAddServer),
  plain('server change', calls.operatorChangeServer),
  plain('server remove', calls.operatorRemoveServer),
  plain('server report-secret', events.operatorIssueSecret),
  plain('server revoke-secret', events.operatorRevokeSecret),
  plain('server connect-log', events.operatorConnectLog),
  { ...plain('feed list', events.operatorListFeeds), columns: feedColumns },
  { ...plain('season list', boards.operatorListSeasons), columns: ['id', 'name', 'starts', 'ends'] },
  plain('season open', boards.operatorOpenSeason),
  plain('season rename', boards.operatorRenameSeason),
  plain('season close', boards.operatorCloseSeason),
  { ...plain('group list', boards.operatorListMemberships), columns: ['steamId', 'group', 'expires'] },
  plain('group grant', boards.operatorGrantGroup),
  plain('group revoke', boards.operatorRevokeGroup),
  { ...plain('op list', accounts.operatorListOps), columns: opColumns },
  plain('op add', accounts.operatorAddOp),
  plain('op remove', accounts.operatorRemoveOp),
  { ...plain('op link', accounts.operatorMakeSignInLink), shows: 'url' },
  plain('op forget-second-factor', accounts.operatorForgetSecondFactor),
  plain('account forget-email', accounts.operatorForgetEmail),
  { ...plain('audit list', accounts.operatorListAudit), columns: auditColumns },
  {
    ...plain('player hidden', boards.operatorListHidden),
    columns: ['steamId', 'nickname', 'reason', 'since'],
  },
  plain('player hide', boards.operatorHidePlayer),
  plain('player show', boards.operatorShowPlayer),
  { ...plain('reset list', boards.operatorListResets), columns: resetColumns },
  plain('reset make', boards.operatorReset),
  plain('reset undo', boards.operatorUndoReset),
  { ...plain('flag list', boards.operatorListFlags), columns: flagColumns },
  plain('flag dismiss', boards.operatorDismissFlag),
  ...moneyCommands,
  ...vipCommands,
  { ...plain('announcement list', calls.operatorListAnnouncements), columns: ['id', 'position', 'text'] },
  plain('announcement add', calls.operatorAddAnnouncement),
  plain('announcement remove', calls.operatorRemoveAnnouncement),
  plain('portal show', calls.operatorGetPortal),
  plain('portal set', calls.operatorChangePortal),
  { ...plain('rules show', calls.operatorGetPortal), shows: 'rules' },
  { ...plain('rules set', calls.operatorChangePortal), fields: rulesFields(), shows: 'rules' },
]

/** The community's rules are a part of the portal's settings; a server's own are set by `server change`. */
function rulesFields(): Field[] {
  return fieldsOf(calls.operatorChangePortal).filter(({ path }) => path[0] === 'rules')
}
