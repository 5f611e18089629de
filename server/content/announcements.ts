import { randomUUIDv7 } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Body } from '@clutch/contract/api/call.ts'
import type { operatorAddAnnouncement, operatorAnnouncementSchema } from '@clutch/contract/api/operator.ts'
import type { announcementSchema } from '@clutch/contract/api/portal.ts'
import type { Language } from '@clutch/contract/api/text.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../database/index.ts'
import type { House } from '../house.ts'
import * as store from './store.ts'

type Announcement = z.infer<typeof announcementSchema>
type OperatorAnnouncement = z.infer<typeof operatorAnnouncementSchema>

/** B2: the announcements that have a text in this language, as players see them. */
export async function listAnnouncements(queries: Queries, language: Language): Promise<Announcement[]> {
  const rows = await store.selectAnnouncements(queries)
  return rows
    .map(({ id, text_zh, text_en }) => ({ id, text: language === 'zh' ? text_zh : text_en }))
    .filter(({ text }) => text.trim() !== '')
}

/** Every announcement, in the same order. */
export async function listAllAnnouncements(queries: Queries): Promise<OperatorAnnouncement[]> {
  return (await store.selectAnnouncements(queries)).map(told)
}

/** Publishes an announcement; throws `request.invalid` for one without any text. */
export async function addAnnouncement(
  { database, clock }: Pick<House, 'database' | 'clock'>,
  { text, position }: Body<typeof operatorAddAnnouncement>,
): Promise<OperatorAnnouncement> {
  if (text.zh.trim() === '' && text.en.trim() === '') {
    throw new PortalError('request.invalid', 'text: empty in both languages')
  }
  const row = { id: randomUUIDv7(), text_zh: text.zh, text_en: text.en, position, created_at: clock.now() }
  await store.insertAnnouncement(database, row)
  return told(row)
}

/** Takes an announcement down; throws `announcement.not_found`. */
export async function removeAnnouncement(queries: Queries, id: string): Promise<void> {
  if (await store.deleteAnnouncement(queries, id)) return
  throw new PortalError('announcement.not_found', 'There is no such announcement')
}

function told({ id, text_zh, text_en, position, created_at }: store.AnnouncementRow): OperatorAnnouncement {
  return { id, text: { zh: text_zh, en: text_en }, position, created: created_at.getTime() }
}
