import type { Fleet } from '../fleet.ts'
import { create } from './create.ts'
import type { Deed, Write } from './deed.ts'
import { clear, drop, fail, stop } from './end.ts'
import type { Facts, Step } from './facts.ts'
import { place } from './place.ts'
import { ready } from './ready.ts'
import { giveUpVerify, restart, verify } from './restart.ts'
import { failSwitch, forget, move } from './switch.ts'
import { configure, tell } from './tell.ts'

/** How a step is done: by a side effect, or by what is written alone. */
export function deedOf(
  fleet: Fleet,
  facts: Facts,
  step: Exclude<Step, { kind: 'wait' | 'look' }>,
): Deed | Write {
  switch (step.kind) {
    case 'place':
      return place(fleet, step)
    case 'create':
      return create(fleet, facts, step)
    case 'configure':
      return configure(fleet, facts, step)
    case 'tell':
      return tell(fleet, facts, step)
    case 'ready':
      return ready(fleet, step)
    case 'restart':
      return restart(fleet, facts, step)
    case 'verify':
      return verify(fleet, facts, step)
    case 'give-up-verify':
      return giveUpVerify(step)
    case 'move':
      return move(fleet, step)
    case 'fail-switch':
      return failSwitch(step)
    case 'forget':
      return forget(fleet, facts, step)
    case 'stop':
      return stop(fleet, facts, step)
    case 'drop':
      return drop(fleet, facts, step)
    case 'clear':
      return clear(fleet, facts, step)
    case 'fail':
      return fail(fleet)
  }
}
