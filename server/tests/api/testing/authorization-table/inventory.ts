import { type Expected, ops } from './expected.ts'

/**
 * The inventory, for the caller's own account only. No user is set up here; the member holds a group that
 * may, and is not the user in the body.
 */
export const inventoryTable: Record<string, Expected> = {
  'POST /api/database/im-update-user': {
    statuses: [401, 403, 403, 403, 403, 403],
    body: { steamid: ':owner' },
  },
  'POST /api/auth/inventory/sign-in': {
    statuses: [401, 403, 403, 403, 403, 403],
    body: { steamId: ':owner' },
  },
  'POST /api/operator/inventory/test': ops(424, { body: { steamId: '76561198000000001' } }),
}
