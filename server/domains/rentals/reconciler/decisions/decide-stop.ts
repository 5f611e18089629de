import type { InstanceRow } from '../../rentals.store.ts'
import { type Action, type RentalFacts, isLost } from '../facts/rental-facts.ts'
import { addMs } from '../../../../platform/clock/add-ms.ts'
import { demoCollectionMs } from '../timing.ts'

/**
 * Returns how an instance is ended. One that played is halted first, so that its demos are whole, and removed once they are collected
 * or that takes too long; a lost one is removed without them.
 */
export function decideStop({ now }: RentalFacts, one: InstanceRow, keepData: boolean): Action {
  const { generation, halted_at: halted } = one
  const mayHaveDemos = one.demos_due && one.ready_at !== null && !isLost(one, now)
  if (mayHaveDemos && halted === null) return { kind: 'halt', generation, keepData }
  const until = halted === null ? now : addMs(halted, demoCollectionMs)
  if (mayHaveDemos && until > now) return { kind: 'wait', until }
  return { kind: 'stop', generation, keepData }
}
