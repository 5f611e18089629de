import { randomUUIDv7 } from 'node:crypto'
import { type Expected, everybody, ops } from './expected.ts'

const unknown = { params: { id: randomUUIDv7() } }

/** What the portal says to players, and who may say it. */
export const wordsTable: Record<string, Expected> = {
  'GET /api/faqs': everybody(200),
  'GET /api/operator/faqs': ops(200),
  'POST /api/operator/faqs': ops(400, { body: {} }),
  'PATCH /api/operator/faqs/:id': ops(404, { ...unknown, body: {} }),
  'DELETE /api/operator/faqs/:id': ops(404, unknown),
  'PATCH /api/operator/announcements/:id': ops(404, { ...unknown, body: {} }),
}
