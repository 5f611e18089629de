import type { RentalChange } from '../../rentals.store.ts'
import { type StateFacts, isLost, isPresent, shouldRun, findActiveInstance } from './rental-facts.ts'

/** The states of a rental, as its card shows them in capitals. */
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

/** Derives the state that users see from the wanted state and the instances, and from nothing else. */
export function getRentalState(facts: StateFacts): RentalState {
  const { rental, instances, switching, now } = facts
  if (rental.failed_at !== null && rental.revoked_at === null) return 'failed'
  if (!shouldRun(facts)) return instances.some(isPresent) ? 'terminating' : 'terminated'
  if (switching) return 'switching'
  const current = findActiveInstance(facts, rental.generation)
  if (!current) return 'creating'
  if (isLost(current, now)) return 'lost'
  if (current.ready_at === null) return 'creating'
  if (rental.verify_op !== null && rental.verify_op !== current.verified_op) return 'verifying'
  const isPending = rental.restart_op !== null && rental.restart_op !== current.restarted_op
  if (current.state === 'ready' && !isPending) return 'running'
  return rental.state === 'verifying' ? 'verifying' : 'restarting'
}

/** Where players join it, once it runs there. */
export function getAddressChange(facts: StateFacts): RentalChange {
  const { rental, now } = facts
  const current = findActiveInstance(facts, rental.generation)
  if (current === null || current.state !== 'ready') return {}
  const address = `${current.public_host}:${current.port}`
  if (address === rental.address) return {}
  return { address, ...(rental.address !== '' && { address_changed_at: now }) }
}
