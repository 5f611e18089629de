import type { Attention, Health, Overview, Service } from '@clutch/contract/api/console/console.ts'
import {
  type OperatorArea,
  type OperatorRights,
  hasRight,
} from '@clutch/contract/rules/accounts/operator-rights.ts'

const serviceAreas: Record<Service['what'], OperatorArea> = {
  poller: 'servers',
  mail: 'settings',
  jobs: 'settings',
  provider: 'orders',
  machine: 'rentals',
  backup: 'settings',
  verification: 'settings',
}

const attentionAreas: Record<Attention['kind'], OperatorArea> = {
  order: 'orders',
  refund: 'orders',
  refundRequest: 'orders',
  alert: 'orders',
  question: 'orders',
  case: 'reports',
  vip: 'servers',
  vipUnset: 'servers',
  rental: 'rentals',
  gameOutdated: 'rentals',
  gameUpdateFailed: 'rentals',
  loginTokens: 'rentals',
  feed: 'servers',
  inventory: 'settings',
  channel: 'settings',
  setting: 'settings',
  update: 'settings',
}

/** Leaves out of the health what the areas of a role do not show. */
export function limitHealth(health: Health, rights: OperatorRights): Health {
  const mayRead = (area: OperatorArea) => hasRight(rights, area, 'read')
  return {
    services: health.services.filter(({ what }) => mayRead(serviceAreas[what])),
    attention: health.attention.filter(({ kind }) => mayRead(attentionAreas[kind])),
    jobs: mayRead('settings') ? health.jobs : { failed: 0, latest: [] },
    counts: {
      servers: health.counts.servers,
      rentals: mayRead('rentals') ? health.counts.rentals : 0,
    },
  }
}

/** Leaves out of the overview what the areas of a role do not show. */
export function limitOverview(overview: Overview, rights: OperatorRights): Overview {
  return {
    ...overview,
    revenue: hasRight(rights, 'orders', 'read') ? overview.revenue : null,
    rentals: hasRight(rights, 'rentals', 'read') ? overview.rentals : null,
  }
}
