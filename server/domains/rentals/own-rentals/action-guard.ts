import { type ErrorCode, PortalError } from '@clutch/contract/errors.ts'
import {
  type RentalAction,
  type RentalRefusal,
  type RentalActionState,
  getRentalRefusal,
} from '@clutch/contract/rules/rentals/rental-lifecycle.ts'
import type { AppContext } from '../../../platform/context.ts'
import { isExpired, getLockedUntil, getMaintenance, getStatus } from '../rental-status.ts'
import type { RentalRow } from '../rentals.store.ts'
import type { RegionRow } from '../regions/regions.store.ts'

/** What each bar of the contract is over the wire (G7, G19). */
const blockErrors: Record<RentalRefusal, { code: ErrorCode; text: string }> = {
  'owner-only': { code: 'lease.owner_only', text: 'Only owner can perform this action' },
  'not-relocatable': { code: 'lease.not_relocatable', text: 'This server stays in its region' },
  over: { code: 'lease.over', text: 'This server has expired' },
  switching: { code: 'lease.switching', text: 'This server is being moved' },
  maintenance: { code: 'lease.maintenance', text: 'This server is under maintenance' },
  locked: { code: 'lease.locked', text: 'This server was restarted a moment ago' },
  verifying: { code: 'lease.locked', text: 'The files of this server are being verified' },
  'not-ready': { code: 'lease.not_ready', text: 'This server does not run now' },
}

interface GuardInput {
  lease: RentalRow
  region: RegionRow | undefined
  isOwner: boolean
}

/** Throws what keeps an action from being done with a lease now: the same rules as those of its card. */
export function assertActionAllowed(
  context: Pick<AppContext, 'clock'>,
  { lease, region, isOwner }: GuardInput,
  action: RentalAction,
): void {
  const now = context.clock.now()
  const facts: RentalActionState = {
    status: getStatus(lease),
    isOwner,
    isExpired: isExpired(lease, now),
    isMaintained: getMaintenance(lease, region) !== null,
    relocatable: lease.relocatable,
    lockedUntil: getLockedUntil(lease, now),
  }
  throwIfBlocked(getRentalRefusal(facts, action, now.getTime()))
}

/** The same by an operator. */
export function assertOperatorActionAllowed(
  context: Pick<AppContext, 'clock'>,
  lease: RentalRow,
  action: 'restart' | 'switch',
): void {
  throwIfBlocked(getOperatorBlock(context, lease, action))
}

/** What keeps an operator from it, who asks neither for an owner nor for maintenance, and moves every server. */
export function getOperatorBlock(
  { clock }: Pick<AppContext, 'clock'>,
  lease: RentalRow,
  action: 'restart' | 'switch',
): RentalRefusal | null {
  const now = clock.now()
  const isLost = action === 'switch' && lease.state === 'lost'
  const facts: RentalActionState = {
    // Nobody reaches where it stands: elsewhere it can stand all the same.
    status: isLost ? 'RUNNING' : getStatus(lease),
    isOwner: true,
    isExpired: isExpired(lease, now),
    isMaintained: false,
    relocatable: true,
    lockedUntil: getLockedUntil(lease, now),
  }
  return getRentalRefusal(facts, action, now.getTime())
}

function throwIfBlocked(bar: RentalRefusal | null): void {
  if (bar !== null) throw new PortalError(blockErrors[bar].code, blockErrors[bar].text)
}
