import { randomUUIDv7 } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Body } from '@clutch/contract/api/call.ts'
import type {
  operatorAddAnnouncement,
  OperatorAnnouncement,
  operatorChangeAnnouncement,
} from '@clutch/contract/api/content/operator-announcements.ts'
import type { announcementSchema } from '@clutch/contract/api/content/portal.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import * as store from './announcements.store.ts'

type Announcement = z.infer<typeof announcementSchema>

/** B2: the announcements that have a text in this language, as players see them. */
export async function listAnnouncements(queries: Queries, language: Language): Promise<Announcement[]> {
  const rows = await store.selectAnnouncements(queries)
  return rows
    .map(({ id, text_zh, text_en }) => ({ id, text: language === 'zh' ? text_zh : text_en }))
    .filter(({ text }) => text.trim() !== '')
}

/** Every announcement, in the same order. */
export async function listAllAnnouncements(queries: Queries): Promise<OperatorAnnouncement[]> {
  return (await store.selectAnnouncements(queries)).map(toOperatorAnnouncement)
}

/** One of them; throws `announcement.not_found`. */
export async function getAnnouncement(queries: Queries, id: string): Promise<OperatorAnnouncement> {
  return toOperatorAnnouncement((await store.selectAnnouncement(queries, id)) ?? announcementNotFound())
}

/** Publishes an announcement; throws `request.invalid` for one without any text. */
export async function addAnnouncement(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { text, position }: Body<typeof operatorAddAnnouncement>,
): Promise<OperatorAnnouncement> {
  assertAnyText(text)
  const row = { id: randomUUIDv7(), text_zh: text.zh, text_en: text.en, position, created_at: clock.now() }
  return toOperatorAnnouncement(await store.insertAnnouncement(database, row))
}

/**
 * Changes the given fields; throws `announcement.not_found`, `edit.conflict`, or `request.invalid` where no
 * text would remain.
 */
export async function changeAnnouncement(
  { database }: Pick<AppContext, 'database'>,
  id: string,
  { text = {}, position, revision }: Body<typeof operatorChangeAnnouncement>,
): Promise<OperatorAnnouncement> {
  return database.transaction().execute(async (tx) => {
    const row = (await store.lockAnnouncement(tx, id)) ?? announcementNotFound()
    assertRevision(row, revision)
    const { zh = row.text_zh, en = row.text_en } = text
    assertAnyText({ zh, en })
    const change = { text_zh: zh, text_en: en, position: position ?? row.position }
    return toOperatorAnnouncement(await store.updateAnnouncement(tx, id, change))
  })
}

/** Takes an announcement down; throws `announcement.not_found`, `edit.conflict`. */
export async function removeAnnouncement(
  { database }: Pick<AppContext, 'database'>,
  id: string,
  revision: number | undefined,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    assertRevision((await store.lockAnnouncement(tx, id)) ?? announcementNotFound(), revision)
    await store.deleteAnnouncement(tx, id)
  })
}

function assertAnyText({ zh, en }: { zh: string; en: string }): void {
  if (zh.trim() !== '' || en.trim() !== '') return
  throw new PortalError('request.invalid', 'text: empty in both languages')
}

function announcementNotFound(): never {
  throw new PortalError('announcement.not_found', 'There is no such announcement')
}

function toOperatorAnnouncement(row: store.AnnouncementRow): OperatorAnnouncement {
  const { id, text_zh, text_en, position, created_at, revision } = row
  return { id, text: { zh: text_zh, en: text_en }, position, created: created_at.getTime(), revision }
}
