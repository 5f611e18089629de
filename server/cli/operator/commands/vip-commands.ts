import { operatorExportCards } from '@clutch/contract/api/console/list-exports.ts'
import * as calls from '@clutch/contract/api/vip/operator-vip.ts'
import { type Command, plain } from './command.ts'

const privilegeColumns = ['id', 'order', 'content', 'detail', 'flags']
const cardColumns = ['id', 'begins', 'batch', 'duration', 'state', 'created', 'expires', 'boughtBy', 'usedBy']
const batchColumns = ['batch', 'cards', 'unused', 'used', 'created']
const serverColumns = ['server', 'name', 'applied', 'waiting', 'tried', 'problem']

/** What an operator does about VIP: the privilege table, gift cards, and the state of VIP on the servers (F). */
export const vipCommands: readonly Command[] = [
  { ...plain('privilege list', calls.operatorListPrivileges), columns: privilegeColumns },
  plain('privilege add', calls.operatorAddPrivilege),
  plain('privilege change', calls.operatorChangePrivilege),
  plain('privilege remove', calls.operatorRemovePrivilege),
  { ...plain('card list', calls.operatorListCards), columns: cardColumns },
  plain('card export', operatorExportCards),
  { ...plain('card batches', calls.operatorListCardBatches), columns: batchColumns },
  { ...plain('card make', calls.operatorCreateCards), shows: 'codes' },
  plain('card void', calls.operatorVoidCard),
  { ...plain('vip servers', calls.operatorListVipServers), columns: serverColumns },
  plain('vip reapply', calls.operatorReapplyVip),
]
