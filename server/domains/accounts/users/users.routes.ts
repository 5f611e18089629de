import { operatorExportUsers } from '@clutch/contract/api/operator-exports.ts'
import * as calls from '@clutch/contract/api/operator-users.ts'
import type { House } from '../../../house.ts'
import { answer } from '../../../http/answer.ts'
import type { App } from '../../../http/app.ts'
import { sendRows } from '../../../http/download.ts'
import { blockUser, endUserSession, endUserSessions, unblockUser } from './user-actions.service.ts'
import {
  toBlockView,
  exportUsers,
  getUserListRow,
  listUsers,
  resolveAuditSubject,
  getUser,
} from './users.service.ts'

interface UserRequest {
  params: { id: string }
}

/** The operator's calls about players' accounts (C16). */
export function registerUserRoutes(house: House, app: App): void {
  const subject = ({ params }: UserRequest) => resolveAuditSubject(house, params.id)
  const sessions = async ({ params }: UserRequest) => ({
    sessions: (await getUser(house, params.id)).sessions,
  })
  const block = async ({ params }: UserRequest) => toBlockView(await getUserListRow(house, params.id))
  answer(app, calls.operatorListUsers, ({ query }) => listUsers(house, query))
  answer(app, operatorExportUsers, ({ query, reply }) =>
    sendRows(operatorExportUsers, reply, exportUsers(house, query)),
  )
  answer(app, calls.operatorGetUser, ({ params }) => getUser(house, params.id))
  answer(
    app,
    calls.operatorEndSession,
    async ({ params }) => {
      await endUserSession(house, params.id, params.session)
      return undefined
    },
    { look: sessions, subject },
  )
  answer(
    app,
    calls.operatorEndSessions,
    async ({ params }) => {
      await endUserSessions(house, params.id)
      return undefined
    },
    { look: sessions, subject },
  )
  answer(
    app,
    calls.operatorBlockUser,
    ({ params, body, signedIn }) => blockUser(house, { id: params.id, by: signedIn }, body),
    { look: block, subject },
  )
  answer(
    app,
    calls.operatorUnblockUser,
    async ({ params }) => {
      await unblockUser(house, params.id)
      return undefined
    },
    { look: block, subject },
  )
}
