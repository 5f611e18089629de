import * as z from 'zod/mini'
import { auditEntrySchema, operatorListAuditLog } from '../accounts/operator-audit-log.ts'
import { membershipViewSchema, operatorListMemberships } from '../accounts/operator-groups.ts'
import { jobSchema, operatorListJobs } from './console.ts'
import { operatorListOrders, operatorOrderSchema } from '../payments/operator-orders.ts'
import { operatorRentalSchema, operatorListRentals } from '../rentals/operator-rentals.ts'
import { operatorListUsers, operatorUserSchema } from '../accounts/operator-users.ts'
import { operatorListSanctions, sanctionSchema } from '../moderation/operator-sanctions.ts'
import { operatorCardSchema, operatorListCards } from '../vip/operator-vip.ts'
import { defineCall } from '../call.ts'

/**
 * The long lists as a whole, with the same search and filters: a line of JSON for each row, and an empty line
 * at the end, without which it is incomplete. Each step reads its own moment and the order is stable, so that
 * concurrent inserts shift nothing: no row appears twice, and none that existed and matched throughout is
 * missing.
 */
const exportCall = { method: 'GET', who: 'operator', tag: 'operator', errors: ['search.too_long'] } as const

/** What asks for one page. */
const pageParams = { page: true, size: true, sort: true, direction: true } as const

export const operatorExportOrders = defineCall({
  id: 'operatorExportOrders',
  ...exportCall,
  area: 'orders',
  path: '/api/operator/orders/export',
  summary: 'Every order that matches, the newest first. A line of JSON each, an empty one at the end.',
  query: z.omit(operatorListOrders.query, pageParams),
  row: operatorOrderSchema,
})

export const operatorExportUsers = defineCall({
  id: 'operatorExportUsers',
  ...exportCall,
  area: 'users',
  path: '/api/operator/users/export',
  summary: 'Every account that matches, the newest first. A line of JSON each, an empty one at the end.',
  query: z.omit(operatorListUsers.query, pageParams),
  row: operatorUserSchema,
})

export const operatorExportMemberships = defineCall({
  id: 'operatorExportMemberships',
  ...exportCall,
  area: 'users',
  path: '/api/operator/memberships/export',
  summary: 'All matching members of groups, by SteamID64. A line of JSON each, an empty one at the end.',
  query: z.omit(operatorListMemberships.query, pageParams),
  row: membershipViewSchema,
})

export const operatorExportRentals = defineCall({
  id: 'operatorExportRentals',
  ...exportCall,
  area: 'rentals',
  path: '/api/operator/rentals/export',
  summary: 'Every rental that matches, the newest first. A line of JSON each, an empty one at the end.',
  query: z.omit(operatorListRentals.query, pageParams),
  row: operatorRentalSchema,
})

export const operatorExportAuditLog = defineCall({
  id: 'operatorExportAuditLog',
  ...exportCall,
  area: 'audit',
  path: '/api/operator/audit/export',
  summary:
    'Every line of the audit log that matches, the newest first. A line of JSON each, an empty one at the end.',
  query: z.omit(operatorListAuditLog.query, pageParams),
  row: auditEntrySchema,
})

export const operatorExportJobs = defineCall({
  id: 'operatorExportJobs',
  ...exportCall,
  area: 'settings',
  path: '/api/operator/jobs/export',
  summary: 'Every job that matches, the newest first. A line of JSON each, an empty one at the end.',
  query: z.omit(operatorListJobs.query, pageParams),
  row: jobSchema,
})

export const operatorExportCards = defineCall({
  id: 'operatorExportCards',
  ...exportCall,
  area: 'prices',
  path: '/api/operator/gift-cards/export',
  summary: 'Every gift card that matches, the newest first. A line of JSON each, an empty one at the end.',
  query: z.omit(operatorListCards.query, pageParams),
  row: operatorCardSchema,
})

export const operatorExportSanctions = defineCall({
  id: 'operatorExportSanctions',
  ...exportCall,
  area: 'players',
  path: '/api/operator/sanctions/export',
  summary:
    'Every ban, mute and gag that matches, the last added first. A line of JSON each, an empty one at the end.',
  query: z.omit(operatorListSanctions.query, pageParams),
  row: sanctionSchema,
})
