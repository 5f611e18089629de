import { type Expected, ops } from './expected.ts'

/** The long lists of the console as a whole. */
export const exportsTable: Record<string, Expected> = {
  'GET /api/operator/orders/export': ops(200),
  'GET /api/operator/users/export': ops(200),
  'GET /api/operator/memberships/export': ops(200),
  'GET /api/operator/rentals/export': ops(200),
  'GET /api/operator/audit/export': ops(200),
  'GET /api/operator/jobs/export': ops(200),
  'GET /api/operator/gift-cards/export': ops(200),
}
