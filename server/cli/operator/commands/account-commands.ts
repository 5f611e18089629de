import * as tokens from '@clutch/contract/api/accounts/api-tokens.ts'
import * as accounts from '@clutch/contract/api/accounts/operators.ts'
import * as roles from '@clutch/contract/api/accounts/operator-roles.ts'
import { operatorListAuditLog } from '@clutch/contract/api/accounts/operator-audit-log.ts'
import * as groupCalls from '@clutch/contract/api/accounts/operator-groups.ts'
import {
  operatorExportAuditLog,
  operatorExportMemberships,
  operatorExportUsers,
} from '@clutch/contract/api/console/list-exports.ts'
import * as users from '@clutch/contract/api/accounts/operator-users.ts'
import { type Command, plain } from './command.ts'

const userColumns = ['id', 'steamId', 'username', 'email', 'groups', 'secondFactor', 'block', 'seen']
const groupColumns = ['steamId', 'username', 'group', 'expires']
const opColumns = ['steamId', 'username', 'email', 'role', 'secondFactor', 'expires']
const roleColumns = ['id', 'name', 'rights', 'holders']
const tokenColumns = ['id', 'name', 'owner', 'rights', 'expires', 'lastUsed', 'revoked']
const auditColumns = ['id', 'at', 'actor', 'action', 'subject', 'refused', 'address']

/** What an operator does about players, groups and operators, and the audit log of it (C). */
export const peopleCommands: readonly Command[] = [
  { ...plain('user list', users.operatorListUsers), columns: userColumns },
  plain('user export', operatorExportUsers),
  plain('user show', users.operatorGetUser),
  plain('user end-session', users.operatorEndSession),
  plain('user end-sessions', users.operatorEndSessions),
  plain('user block', users.operatorBlockUser),
  plain('user unblock', users.operatorUnblockUser),
  { ...plain('group list', groupCalls.operatorListMemberships), columns: groupColumns },
  plain('group export', operatorExportMemberships),
  plain('group grant', groupCalls.operatorGrantGroup),
  plain('group revoke', groupCalls.operatorRevokeGroup),
  { ...plain('op list', accounts.operatorListOperators), columns: opColumns },
  plain('op add', accounts.operatorAddOperator),
  plain('op remove', accounts.operatorRemoveOperator),
  { ...plain('role list', roles.operatorListRoles), columns: roleColumns },
  plain('role add', roles.operatorAddRole),
  plain('role change', roles.operatorChangeRole),
  plain('role remove', roles.operatorRemoveRole),
  { ...plain('token list', tokens.operatorListApiTokens), columns: tokenColumns },
  { ...plain('token add', tokens.operatorAddApiToken), shows: 'secret' },
  plain('token revoke', tokens.operatorRevokeApiToken),
  { ...plain('op link', accounts.operatorCreateSignInLink), shows: 'url' },
  plain('op forget-second-factor', accounts.operatorResetSecondFactor),
  plain('account forget-email', accounts.operatorRemoveEmail),
  plain('account unlink', accounts.operatorRemoveLink),
  { ...plain('audit list', operatorListAuditLog), columns: auditColumns },
  plain('audit export', operatorExportAuditLog),
]
