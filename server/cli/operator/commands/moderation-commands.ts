import { operatorExportSanctions } from '@clutch/contract/api/console/list-exports.ts'
import * as sanctions from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { operatorImportSanctions } from '@clutch/contract/api/moderation/sanction-imports.ts'
import { type Command, plain } from './command.ts'

const sanctionColumns = ['id', 'kind', 'steamId', 'name', 'reason', 'state', 'created', 'expires', 'by']

/** What an operator does about bans, mutes and gags. */
export const moderationCommands: readonly Command[] = [
  { ...plain('sanction list', sanctions.operatorListSanctions), columns: sanctionColumns },
  plain('sanction export', operatorExportSanctions),
  plain('sanction import', operatorImportSanctions),
  plain('sanction show', sanctions.operatorGetSanction),
  plain('sanction add', sanctions.operatorAddSanction),
  plain('sanction change', sanctions.operatorChangeSanction),
  plain('sanction lift', sanctions.operatorLiftSanction),
  plain('sanction comment', sanctions.operatorCommentSanction),
]
