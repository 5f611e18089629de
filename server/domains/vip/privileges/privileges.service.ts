import { randomUUIDv7 } from 'node:crypto'
import type { Body } from '@clutch/contract/api/call.ts'
import type {
  operatorAddPrivilege,
  operatorChangePrivilege,
  OperatorPrivilege,
} from '@clutch/contract/api/vip/operator-vip.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { Privilege } from '@clutch/contract/api/vip/vip.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { type PrivilegeCategory, privilegeCategories } from '@clutch/contract/rules/accounts/groups.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import * as store from './privileges.store.ts'

type Flags = Record<PrivilegeCategory, number>

/** F5: returns the privilege table in a language; a missing text is shown in the other one. */
export async function listPrivileges(queries: Queries, language: Language): Promise<Privilege[]> {
  const rows = await store.selectPrivileges(queries)
  return rows.map(toldToOperator).map(({ id, order, content, detail, flags }) => ({
    ...flags,
    id,
    order,
    content: inLanguage(content, language),
    detail: inLanguage(detail, language),
  }))
}

/** The same in both languages. */
export async function listAllPrivileges(queries: Queries): Promise<OperatorPrivilege[]> {
  return (await store.selectPrivileges(queries)).map(toldToOperator)
}

/** Adds a row; a flag that is left out is forbidden. */
export async function addPrivilege(
  { database, clock }: AppContext,
  { order, content, detail, flags }: Body<typeof operatorAddPrivilege>,
): Promise<OperatorPrivilege> {
  const row = {
    id: randomUUIDv7(),
    position: order,
    content_zh: content.zh,
    content_en: content.en,
    detail_zh: detail.zh,
    detail_en: detail.en,
    flags: readFlags(flags),
    created_at: clock.now(),
  }
  checkContent(row)
  await store.insertPrivilege(database, { ...row, flags: JSON.stringify(row.flags) })
  return toldToOperator({ ...row, revision: 1 })
}

/** A row in both languages; throws `privilege.not_found`. */
export async function readPrivilege(queries: Queries, id: string): Promise<OperatorPrivilege> {
  const row = await store.selectPrivilege(queries, id)
  if (!row) throw notFound()
  return toldToOperator(row)
}

/**
 * Changes the given fields of a row, down to a single flag; throws `privilege.not_found`, `edit.conflict` if
 * another operator was faster, or `request.invalid` for a row without text.
 */
export function changePrivilege(
  { database }: AppContext,
  id: string,
  { order, content, detail, flags, revision }: Body<typeof operatorChangePrivilege>,
): Promise<OperatorPrivilege> {
  return database.transaction().execute(async (tx) => {
    const before = await store.lockPrivilege(tx, id)
    if (!before) throw notFound()
    assertRevision(before, revision)
    const row = {
      ...before,
      position: order ?? before.position,
      content_zh: content?.zh ?? before.content_zh,
      content_en: content?.en ?? before.content_en,
      detail_zh: detail?.zh ?? before.detail_zh,
      detail_en: detail?.en ?? before.detail_en,
      flags: { ...readFlags(before.flags), ...flags },
    }
    checkContent(row)
    await store.updatePrivilege(tx, id, { ...row, flags: JSON.stringify(row.flags) })
    return readPrivilege(tx, id)
  })
}

/** Removes a row; throws `privilege.not_found`, `edit.conflict` where another operator was faster. */
export async function removePrivilege(
  { database }: AppContext,
  id: string,
  revision: number | undefined,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const row = await store.lockPrivilege(tx, id)
    if (!row) throw notFound()
    assertRevision(row, revision)
    await store.deletePrivilege(tx, id)
  })
}

function toldToOperator(row: Omit<store.PrivilegeRow, 'created_at'>): OperatorPrivilege {
  return {
    id: row.id,
    order: row.position,
    content: { zh: row.content_zh, en: row.content_en },
    detail: { zh: row.detail_zh, en: row.detail_en },
    flags: readFlags(row.flags),
    revision: row.revision,
  }
}

/** As stored: a category that is newer than a row is forbidden in it. */
function readFlags(stored: unknown): Flags {
  const flags: Record<string, unknown> = { ...(typeof stored === 'object' && stored) }
  const entries = privilegeCategories.map((id) => [id, typeof flags[id] === 'number' ? flags[id] : 0])
  return Object.fromEntries(entries) as Flags
}

function inLanguage(text: { zh: string; en: string }, language: Language): string {
  const other = language === 'zh' ? text.en : text.zh
  return text[language].trim() === '' ? other : text[language]
}

function checkContent({
  content_zh,
  content_en,
}: Pick<store.PrivilegeRow, 'content_zh' | 'content_en'>): void {
  if (content_zh.trim() === '' && content_en.trim() === '')
    throw new PortalError('request.invalid', 'content: empty in both languages')
}

function notFound(): PortalError {
  return new PortalError('privilege.not_found', 'There is no such privilege')
}
