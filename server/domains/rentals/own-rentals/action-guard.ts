import { type ErrorCode, PortalError } from '@clutch/contract/errors.ts'
import {
  type RentalAction,
  type RentalRefusal,
  type RentalActionState,
  getRentalRefusal,
} from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import type { AppContext } from '../../../platform/context.ts'
import { isExpired, getLockedUntil, getMaintenance, getStatus } from '../rental-status.ts'
import type { RentalRow } from '../rentals.store.ts'
import type { RegionRow } from '../regions/regions.store.ts'

/** What each bar of the contract is over the wire (G7, G19). */
const blockErrors: Record<RentalRefusal, { code: ErrorCode; text: string }> = {
  'owner-only': { code: 'rental.owner_only', text: 'Only owner can perform this action' },
  'not-relocatable': { code: 'rental.not_relocatable', text: 'This server stays in its region' },
  over: { code: 'rental.over', text: 'This server has expired' },
  switching: { code: 'rental.switching', text: 'This server is being moved' },
  maintenance: { code: 'rental.maintenance', text: 'This server is under maintenance' },
  locked: { code: 'rental.locked', text: 'This server was restarted a moment ago' },
  verifying: { code: 'rental.locked', text: 'The files of this server are being verified' },
  'not-ready': { code: 'rental.not_ready', text: 'This server does not run now' },
}

interface GuardInput {
  rental: RentalRow
  region: RegionRow | undefined
  isOwner: boolean
}

/** Throws what keeps an action from being done with a rental now: the same rules as those of its card. */
export function assertActionAllowed(
  context: Pick<AppContext, 'clock'>,
  { rental, region, isOwner }: GuardInput,
  action: RentalAction,
): void {
  const now = context.clock.now()
  const facts: RentalActionState = {
    status: getStatus(rental),
    isOwner,
    isExpired: isExpired(rental, now),
    isMaintained: getMaintenance(rental, region) !== null,
    relocatable: rental.relocatable,
    lockedUntil: getLockedUntil(rental, now),
  }
  throwIfBlocked(getRentalRefusal(facts, action, now.getTime()))
}

/** The same by an operator. */
export function assertOperatorActionAllowed(
  context: Pick<AppContext, 'clock'>,
  rental: RentalRow,
  action: 'restart' | 'switch',
): void {
  throwIfBlocked(getOperatorBlock(context, rental, action))
}

/** Returns why an operator cannot do it; limits for owners do not apply to them. */
export function getOperatorBlock(
  { clock }: Pick<AppContext, 'clock'>,
  rental: RentalRow,
  action: 'restart' | 'switch',
): RentalRefusal | null {
  const now = clock.now()
  const isLost = action === 'switch' && rental.state === 'lost'
  const facts: RentalActionState = {
    // Its host is unreachable: it can run elsewhere all the same.
    status: isLost ? 'RUNNING' : getStatus(rental),
    isOwner: true,
    isExpired: isExpired(rental, now),
    isMaintained: false,
    relocatable: true,
    lockedUntil: getLockedUntil(rental, now),
  }
  return getRentalRefusal(facts, action, now.getTime())
}

function throwIfBlocked(bar: RentalRefusal | null): void {
  if (bar !== null) throw new PortalError(blockErrors[bar].code, blockErrors[bar].text)
}
