import { randomUUIDv7 } from 'node:crypto'
import { type Expected, ops, signedIn } from './expected.ts'

const params = { id: randomUUIDv7() }

/** Reports of players, and the operators' queue of cases. */
export const casesTable: Record<string, Expected> = {
  'POST /api/reports': signedIn(200, { body: { steamId: '76561198000000001', reason: 'cheating' } }),
  'GET /api/reports': signedIn(200),
  'GET /api/account/sanctions': signedIn(200),
  'POST /api/account/sanctions/:id/appeal': signedIn(404, { params, body: { text: 'x' } }),
  'GET /api/operator/cases': ops(200),
  'GET /api/operator/cases/:id': ops(404, { params }),
  'POST /api/operator/cases/:id/take': ops(404, { params, body: {} }),
  'POST /api/operator/cases/:id/release': ops(404, { params, body: {} }),
  'POST /api/operator/cases/:id/comments': ops(404, { params, body: { text: 'seen' } }),
  'POST /api/operator/cases/:id/close': ops(404, { params, body: { outcome: 'noAction' } }),
  'POST /api/operator/cases/:id/sanction': ops(404, { params, body: { kind: 'ban', reason: 'x' } }),
  'POST /api/operator/cases/:id/answer': ops(404, { params, body: { text: 'x' } }),
  'POST /api/operator/cases/:id/reopen': ops(404, { params, body: {} }),
}
