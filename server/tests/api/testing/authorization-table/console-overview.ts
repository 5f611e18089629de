import { randomUUIDv7 } from 'node:crypto'
import { type Expected, ops } from './expected.ts'

const params = { id: randomUUIDv7() }

/** The console's overview, search, jobs and settings, and the batches of gift cards. */
export const overviewTable: Record<string, Expected> = {
  'GET /api/operator/overview': ops(200),
  'GET /api/operator/health': ops(200),
  'GET /api/operator/search': ops(200, { query: 'find=one' }),
  'GET /api/operator/settings': ops(200),
  'GET /api/operator/jobs': ops(200),
  'GET /api/operator/backups': ops(200),
  'POST /api/operator/backups': ops(200),
  'POST /api/operator/backups/verify': ops(200),
  'GET /api/operator/queues': ops(200),
  'POST /api/operator/jobs/:id/retry': ops(404, { params }),
  'POST /api/operator/queues/:queue/retry': ops(404, { params: { queue: 'nothing' } }),
  'DELETE /api/operator/jobs/:id': ops(404, { params }),
  'GET /api/operator/notification-channels': ops(200),
  'POST /api/operator/notification-channels': ops(400, { body: {} }),
  'PATCH /api/operator/notification-channels/:id': ops(404, { params, body: {} }),
  'DELETE /api/operator/notification-channels/:id': ops(404, { params }),
  'POST /api/operator/notification-channels/:id/test': ops(404, { params }),
  'POST /api/operator/notification-channels/:id/secret': ops(404, { params }),
  'GET /api/operator/notification-rules': ops(200),
  'POST /api/operator/notification-rules': ops(400, { body: {} }),
  'PATCH /api/operator/notification-rules/:id': ops(404, { params, body: {} }),
  'DELETE /api/operator/notification-rules/:id': ops(404, { params }),
  'GET /api/operator/notification-deliveries': ops(200),
  'POST /api/operator/notification-deliveries/:id/redeliver': ops(404, { params }),
  'GET /api/operator/gift-card-batches': ops(200),
}
