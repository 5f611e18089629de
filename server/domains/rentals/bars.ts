import { type ErrorCode, PortalError } from '@clutch/contract/errors.ts'
import { type LeaseAction, type LeaseBar, type LeaseFacts, leaseBar } from '@clutch/contract/rules/leases.ts'
import type { AppContext } from '../../platform/context.ts'
import { isExpired, lockedUntil, maintenanceOf, statusOf } from './facts.ts'
import type { LeaseRow } from './lease-store.ts'
import type { RegionRow } from './regions-store.ts'

/** What each bar of the contract is over the wire (G7, G19). */
const errors: Record<LeaseBar, { code: ErrorCode; text: string }> = {
  'owner-only': { code: 'lease.owner_only', text: 'Only owner can perform this action' },
  'not-relocatable': { code: 'lease.not_relocatable', text: 'This server stays in its region' },
  over: { code: 'lease.over', text: 'This server has expired' },
  switching: { code: 'lease.switching', text: 'This server is being moved' },
  maintenance: { code: 'lease.maintenance', text: 'This server is under maintenance' },
  locked: { code: 'lease.locked', text: 'This server was restarted a moment ago' },
  verifying: { code: 'lease.locked', text: 'The files of this server are being verified' },
  'not-ready': { code: 'lease.not_ready', text: 'This server does not run now' },
}

interface Asked {
  lease: LeaseRow
  region: RegionRow | undefined
  isOwner: boolean
}

/** Throws what keeps an action from being done with a lease now: the same rules as those of its card. */
export function requireFree(
  context: Pick<AppContext, 'clock'>,
  { lease, region, isOwner }: Asked,
  action: LeaseAction,
): void {
  const now = context.clock.now()
  const facts: LeaseFacts = {
    status: statusOf(lease),
    isOwner,
    isExpired: isExpired(lease, now),
    isMaintained: maintenanceOf(lease, region) !== null,
    relocatable: lease.relocatable,
    lockedUntil: lockedUntil(lease, now),
  }
  throwBar(leaseBar(facts, action, now.getTime()))
}

/** The same by an operator. */
export function requireFreeForOperator(
  context: Pick<AppContext, 'clock'>,
  lease: LeaseRow,
  action: 'restart' | 'switch',
): void {
  throwBar(operatorBar(context, lease, action))
}

/** What keeps an operator from it, who asks neither for an owner nor for maintenance, and moves every server. */
export function operatorBar(
  { clock }: Pick<AppContext, 'clock'>,
  lease: LeaseRow,
  action: 'restart' | 'switch',
): LeaseBar | null {
  const now = clock.now()
  const isLost = action === 'switch' && lease.state === 'lost'
  const facts: LeaseFacts = {
    // Nobody reaches where it stands: elsewhere it can stand all the same.
    status: isLost ? 'RUNNING' : statusOf(lease),
    isOwner: true,
    isExpired: isExpired(lease, now),
    isMaintained: false,
    relocatable: true,
    lockedUntil: lockedUntil(lease, now),
  }
  return leaseBar(facts, action, now.getTime())
}

function throwBar(bar: LeaseBar | null): void {
  if (bar !== null) throw new PortalError(errors[bar].code, errors[bar].text)
}
