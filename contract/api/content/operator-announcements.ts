import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { expectedRevisionInQuery, expectedRevision } from '../shared/list-query.ts'
import { bothLanguages, eitherLanguage, idParams, idSchema } from '../shared/fields.ts'

/** The most characters of an announcement in one language. */
export const announcementMaxLength = 500

export const operatorAnnouncementSchema = z.object({
  id: idSchema,
  text: bothLanguages(announcementMaxLength),
  /** Lower shows first, as for questions (J1); of equal ones the newest. */
  position: z.number(),
  created: z.number(),
  revision: z.int(),
})

export type OperatorAnnouncement = z.infer<typeof operatorAnnouncementSchema>

const position = z.int().check(z.minimum(-1_000), z.maximum(1_000))

export const operatorListAnnouncements = defineCall({
  id: 'operatorListAnnouncements',
  method: 'GET',
  path: '/api/operator/announcements',
  who: 'operator',
  area: 'content',
  tag: 'operator',
  summary: 'Every announcement, in the order players see them.',
  reply: z.array(operatorAnnouncementSchema),
})

export const operatorAddAnnouncement = defineCall({
  id: 'operatorAddAnnouncement',
  method: 'POST',
  path: '/api/operator/announcements',
  who: 'operator',
  area: 'content',
  tag: 'operator',
  audit: 'addAnnouncement',
  summary: 'Publishes an announcement; a language left empty is not shown in that language.',
  body: z.strictObject({ text: eitherLanguage(announcementMaxLength), position: z._default(position, 0) }),
  reply: operatorAnnouncementSchema,
})

export const operatorChangeAnnouncement = defineCall({
  id: 'operatorChangeAnnouncement',
  method: 'PATCH',
  path: '/api/operator/announcements/:id',
  who: 'operator',
  area: 'content',
  tag: 'operator',
  audit: 'changeAnnouncement',
  summary: 'Changes the given fields of an announcement.',
  params: idParams,
  body: z.partial(
    z.strictObject({
      text: z.partial(bothLanguages(announcementMaxLength)),
      position,
      revision: expectedRevision,
    }),
  ),
  reply: operatorAnnouncementSchema,
  errors: ['announcement.not_found', 'edit.conflict'],
})

export const operatorRemoveAnnouncement = defineCall({
  id: 'operatorRemoveAnnouncement',
  method: 'DELETE',
  path: '/api/operator/announcements/:id',
  who: 'operator',
  area: 'content',
  tag: 'operator',
  audit: 'removeAnnouncement',
  summary: 'Takes an announcement down.',
  params: idParams,
  query: z.object({ revision: expectedRevisionInQuery }),
  errors: ['announcement.not_found', 'edit.conflict'],
})
