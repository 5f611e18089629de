import type { RentalChange } from '../rentals.store.ts'
import { type RentalFacts, isLost, isPresent, shouldRun, findActiveInstance } from './rental-facts.ts'

/** The states of a lease, as its card shows them in capitals. */
export type RentalState =
  | 'creating'
  | 'running'
  | 'restarting'
  | 'switching'
  | 'verifying'
  | 'terminating'
  | 'terminated'
  | 'failed'
  | 'lost'

/** The word that is shown for a lease: of what is wanted and what stands, and of nothing else. */
export function getRentalState(facts: RentalFacts): RentalState {
  const { lease, instances, switching, now } = facts
  if (lease.failed_at !== null && lease.revoked_at === null) return 'failed'
  if (!shouldRun(facts)) return instances.some(isPresent) ? 'terminating' : 'terminated'
  if (switching) return 'switching'
  const current = findActiveInstance(facts, lease.generation)
  if (!current) return 'creating'
  if (isLost(current, now)) return 'lost'
  if (current.ready_at === null) return 'creating'
  if (lease.verify_op !== null && lease.verify_op !== current.verified_op) return 'verifying'
  const isPending = lease.restart_op !== null && lease.restart_op !== current.restarted_op
  if (current.state === 'ready' && !isPending) return 'running'
  return lease.state === 'verifying' ? 'verifying' : 'restarting'
}

/** Where players join it, once it runs there. */
export function getAddressChange(facts: RentalFacts): RentalChange {
  const { lease, now } = facts
  const current = findActiveInstance(facts, lease.generation)
  if (current === null || current.state !== 'ready') return {}
  const address = `${current.public_host}:${current.port}`
  if (address === lease.address) return {}
  return { address, ...(lease.address !== '' && { address_changed_at: now }) }
}
