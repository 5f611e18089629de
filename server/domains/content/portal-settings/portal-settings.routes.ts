import * as operator from '@clutch/contract/api/operator-announcements.ts'
import { operatorChangePortal, operatorGetPortal } from '@clutch/contract/api/operator.ts'
import { getManifest, getPortal, listAnnouncements } from '@clutch/contract/api/portal.ts'
import type { House } from '../../../house.ts'
import { answer } from '../../../http/answer.ts'
import type { App } from '../../../http/app.ts'
import { inBoth } from '../../../http/subject.ts'
import * as announcements from '../announcements/announcements.service.ts'
import { toWebManifest } from './web-manifest.ts'
import type { PortalSettingsCache } from './portal-settings-cache.ts'

/** The calls of settings and announcements. */
export function registerPortalSettingsRoutes(house: House, app: App, holder: PortalSettingsCache): void {
  answer(app, getPortal, ({ reply }) => {
    reply.header('cache-control', 'no-cache')
    return holder.publicView
  })
  answer(app, getManifest, ({ reply }) => {
    reply.header('cache-control', 'no-cache').type('application/manifest+json')
    return toWebManifest(holder.publicView)
  })
  answer(app, listAnnouncements, ({ query, reply }) => {
    reply.header('cache-control', 'no-cache')
    return announcements.listAnnouncements(house.database, query.language)
  })
  answer(app, operatorGetPortal, () => holder.operatorView)
  answer(app, operatorChangePortal, ({ body }) => holder.change(body), { look: () => holder.loadLatest() })
  registerAnnouncementRoutes(house, app)
}

function registerAnnouncementRoutes(house: House, app: App): void {
  const look = ({ params }: { params: { id: string } }) =>
    announcements.getAnnouncement(house.database, params.id)
  const named = ({ text }: operator.OperatorAnnouncement) => inBoth(text)
  answer(app, operator.operatorListAnnouncements, () => announcements.listAllAnnouncements(house.database))
  answer(app, operator.operatorAddAnnouncement, ({ body }) => announcements.addAnnouncement(house, body), {
    made: (announcement) => announcement,
    named,
  })
  answer(
    app,
    operator.operatorChangeAnnouncement,
    ({ params, body }) => announcements.changeAnnouncement(house, params.id, body),
    { look, named },
  )
  answer(
    app,
    operator.operatorRemoveAnnouncement,
    async ({ params, query }) => {
      await announcements.removeAnnouncement(house, params.id, query.revision)
      return undefined
    },
    { look, named },
  )
}
