import { randomUUIDv7 } from 'node:crypto'
import { type Expected, ops } from './expected.ts'

const params = { id: randomUUIDv7() }

/** Players' accounts, in the operators' console. */
export const peopleTable: Record<string, Expected> = {
  'GET /api/operator/users': ops(200),
  'GET /api/operator/users/:id': ops(404, { params }),
  'DELETE /api/operator/users/:id/sessions/:session': ops(404, {
    params: { ...params, session: randomUUIDv7() },
  }),
  'DELETE /api/operator/users/:id/sessions': ops(404, { params }),
  'PUT /api/operator/users/:id/block': ops(404, { params, body: { reason: 'cheating' } }),
  'DELETE /api/operator/users/:id/block': ops(404, { params }),
}
