import * as backups from '@clutch/contract/api/console/backups.ts'
import * as calls from '@clutch/contract/api/console/console.ts'
import { operatorSearch } from '@clutch/contract/api/console/search.ts'
import { operatorExportJobs } from '@clutch/contract/api/console/list-exports.ts'
import { type Command, plain } from './command.ts'

const backupColumns = ['kind', 'state', 'requested', 'ended', 'name', 'size', 'error']
const jobColumns = ['id', 'queue', 'state', 'tries', 'created', 'next', 'about', 'error']
const queueColumns = ['queue', 'waiting', 'running', 'retrying', 'failed', 'schedule']

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
]
