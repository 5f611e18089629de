import * as operator from '@clutch/contract/api/operator.ts'
import { getManifest, getPortal, listAnnouncements } from '@clutch/contract/api/portal.ts'
import type { House } from '../house.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
import * as announcements from './announcements.ts'
import { manifestOf } from './manifest.ts'
import type { PortalHolder } from './portal.ts'

/** The calls of settings and announcements. */
export function answerContent(house: House, app: App, holder: PortalHolder): void {
  answer(app, getPortal, ({ reply }) => {
    reply.header('cache-control', 'no-cache')
    return holder.portal
  })
  answer(app, getManifest, ({ reply }) => {
    reply.header('cache-control', 'no-cache').type('application/manifest+json')
    return manifestOf(holder.portal)
  })
  answer(app, listAnnouncements, ({ query, reply }) => {
    reply.header('cache-control', 'no-cache')
    return announcements.listAnnouncements(house.database, query.language)
  })
  answer(app, operator.operatorGetPortal, () => holder.settings)
  answer(app, operator.operatorChangePortal, ({ body }) => holder.change(body))
  answer(app, operator.operatorListAnnouncements, () => announcements.listAllAnnouncements(house.database))
  answer(app, operator.operatorAddAnnouncement, ({ body }) => announcements.addAnnouncement(house, body))
  answer(app, operator.operatorRemoveAnnouncement, async ({ params }) => {
    await announcements.removeAnnouncement(house.database, params.id)
    return undefined
  })
}
