import * as calls from '@clutch/contract/api/operator.ts'
import type { House } from '../house.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
import { addServer, changeServer, listRegistered, removeServer } from './registry.ts'

/** The operator's calls about the registry: nobody else's addresses are ever asked. */
export function answerServerOperator(house: House, app: App): void {
  answer(app, calls.operatorListServers, () => listRegistered(house.database))
  answer(app, calls.operatorAddServer, ({ body }) => addServer(house, body))
  answer(app, calls.operatorChangeServer, ({ params, body }) => changeServer(house, params.id, body))
  answer(app, calls.operatorRemoveServer, async ({ params }) => {
    await removeServer(house, params.id)
    return undefined
  })
}
