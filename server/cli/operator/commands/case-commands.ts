import * as cases from '@clutch/contract/api/moderation/operator-cases.ts'
import { type Command, plain } from './command.ts'

const caseColumns = [
  'id',
  'kind',
  'steamId',
  'name',
  'reportCount',
  'flagCount',
  'assigneeName',
  'opened',
  'outcome',
]

/** The moderation queue: cases of reports, anomaly flags and appeals. */
export const caseCommands: readonly Command[] = [
  { ...plain('case list', cases.operatorListCases), columns: caseColumns },
  plain('case show', cases.operatorGetCase),
  plain('case take', cases.operatorTakeCase),
  plain('case release', cases.operatorReleaseCase),
  plain('case comment', cases.operatorCommentCase),
  plain('case close', cases.operatorCloseCase),
  plain('case sanction', cases.operatorSanctionCase),
  plain('case answer', cases.operatorAnswerAppeal),
  plain('case reopen', cases.operatorReopenCase),
]
