import * as backups from '@clutch/contract/api/console/backups.ts'
import * as channels from '@clutch/contract/api/notifications/operator-channels.ts'
import * as deliveries from '@clutch/contract/api/notifications/operator-deliveries.ts'
import * as rules from '@clutch/contract/api/notifications/operator-rules.ts'
import * as calls from '@clutch/contract/api/console/console.ts'
import { operatorSearch } from '@clutch/contract/api/console/search.ts'
import { operatorExportJobs } from '@clutch/contract/api/console/list-exports.ts'
import { type Command, plain } from './command.ts'

const backupColumns = ['kind', 'state', 'requested', 'ended', 'name', 'size', 'error']
const jobColumns = ['id', 'queue', 'state', 'tries', 'created', 'next', 'about', 'error']
const queueColumns = ['queue', 'waiting', 'running', 'retrying', 'failed', 'schedule']
const channelColumns = ['id', 'name', 'kind', 'target', 'language', 'state', 'waiting', 'lastSent', 'problem']
const ruleColumns = ['id', 'name', 'channelId', 'kinds', 'minSeverity', 'digestMinutes', 'enabled']
const deliveryColumns = ['id', 'created', 'channelName', 'kind', 'state', 'tries', 'status', 'problem']

/** What an operator asks about the portal as a whole, and its jobs (J). */
export const consoleCommands: readonly Command[] = [
  plain('overview show', calls.operatorGetOverview),
  plain('health show', calls.operatorGetHealth),
  { ...plain('backup list', backups.operatorListBackups), columns: backupColumns },
  plain('backup run', backups.operatorRequestBackup),
  plain('backup verify', backups.operatorVerifyBackup),
  plain('search find', operatorSearch),
  plain('settings show', calls.operatorGetConfig),
  { ...plain('job list', calls.operatorListJobs), columns: jobColumns },
  plain('job export', operatorExportJobs),
  { ...plain('job queues', calls.operatorListQueues), columns: queueColumns },
  plain('job retry', calls.operatorRetryJob),
  { ...plain('job retry-all', calls.operatorRetryQueue), shows: 'retried' },
  plain('job discard', calls.operatorDiscardJob),
  { ...plain('channel list', channels.operatorListChannels), columns: channelColumns },
  { ...plain('channel add', channels.operatorAddChannel), shows: 'secret' },
  plain('channel change', channels.operatorChangeChannel),
  plain('channel remove', channels.operatorRemoveChannel),
  plain('channel test', channels.operatorTestChannel),
  { ...plain('channel new-secret', channels.operatorRotateChannelSecret), shows: 'secret' },
  { ...plain('notification-rule list', rules.operatorListRules), columns: ruleColumns },
  plain('notification-rule add', rules.operatorAddRule),
  plain('notification-rule change', rules.operatorChangeRule),
  plain('notification-rule remove', rules.operatorRemoveRule),
  { ...plain('delivery list', deliveries.operatorListDeliveries), columns: deliveryColumns },
  plain('delivery redeliver', deliveries.operatorRedeliver),
]
