import * as operator from '@clutch/contract/api/content/operator-announcements.ts'
import { listAnnouncements } from '@clutch/contract/api/content/portal.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { joinLanguages } from '../../../platform/http/calls/audit-subject.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import * as announcements from './announcements.service.ts'

/** Registers the calls of announcements (B2), public and operator's. */
export function registerAnnouncementRoutes(context: AppContext, app: App): void {
  registerCall(app, listAnnouncements, ({ query, reply }) => {
    reply.header('cache-control', 'no-cache')
    return announcements.listAnnouncements(context.database, query.language)
  })
  const load = ({ params }: { params: { id: string } }) =>
    announcements.getAnnouncement(context.database, params.id)
  const nameOf = ({ text }: operator.OperatorAnnouncement) => joinLanguages(text)
  registerCall(app, operator.operatorListAnnouncements, () =>
    announcements.listAllAnnouncements(context.database),
  )
  registerCall(
    app,
    operator.operatorAddAnnouncement,
    ({ body }) => announcements.addAnnouncement(context, body),
    {
      created: (announcement) => announcement,
      nameOf,
    },
  )
  registerCall(
    app,
    operator.operatorChangeAnnouncement,
    ({ params, body }) => announcements.changeAnnouncement(context, params.id, body),
    { load, nameOf },
  )
  registerCall(
    app,
    operator.operatorRemoveAnnouncement,
    async ({ params, query }) => {
      await announcements.removeAnnouncement(context, params.id, query.revision)
      return undefined
    },
    { load, nameOf },
  )
}
