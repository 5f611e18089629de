import { randomUUIDv7 } from 'node:crypto'
import { type Expected, everybody, ops } from './expected.ts'

const unknown = { params: { id: randomUUIDv7() } }

/** Bans, mutes and gags. */
export const moderationTable: Record<string, Expected> = {
  'GET /api/bans': everybody(404),
  'GET /api/operator/sanctions': ops(200),
  'GET /api/operator/sanctions/export': ops(200),
  'POST /api/operator/sanctions/import': ops(400, { body: {} }),
  'GET /api/operator/sanctions/:id': ops(404, unknown),
  'POST /api/operator/sanctions': ops(400, { body: {} }),
  'PATCH /api/operator/sanctions/:id': ops(404, { ...unknown, body: {} }),
  'POST /api/operator/sanctions/:id/lift': ops(404, { ...unknown, body: {} }),
  'POST /api/operator/sanctions/:id/comments': ops(404, { ...unknown, body: { text: 'x' } }),
}
