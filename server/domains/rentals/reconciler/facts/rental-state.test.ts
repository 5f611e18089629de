import { expect, test } from 'vitest'
import { factsNow, buildFacts, minutesFromNow, buildSwitchRow } from '../../testing/rental-facts-builder.ts'
import type { RentalFacts } from './rental-facts.ts'
import { type RentalState, getRentalState } from './rental-state.ts'

const over = { expires_at: factsNow }
const starting = { state: 'starting', ready_at: null }

const cases: [RentalState, string, RentalFacts][] = [
  ['creating', 'no instance yet', buildFacts({ generation: 0 }, [])],
  ['creating', 'it was never ready', buildFacts({}, [starting])],
  ['creating', 'the last one is being ended', buildFacts({}, [{ state: 'stopping' }])],
  ['running', 'it is ready', buildFacts()],
  ['running', 'its restart is done', buildFacts({ restart_op: 'a' }, [{ restarted_op: 'a' }])],
  ['restarting', 'a restart is asked for', buildFacts({ restart_op: 'a' })],
  ['restarting', 'it crashed', buildFacts({}, [{ state: 'starting' }])],
  ['verifying', 'its files are verified', buildFacts({ verify_op: 'v' })],
  ['verifying', 'it starts after that', buildFacts({ state: 'verifying' }, [{ state: 'starting' }])],
  ['switching', 'it moves', buildFacts({}, [{}], { switching: buildSwitchRow() })],
  ['lost', 'it is unreachable', buildFacts({}, [{ unreached_at: minutesFromNow(-5) }])],
  ['running', 'it has been unreachable for a moment', buildFacts({}, [{ unreached_at: minutesFromNow(-4) }])],
  ['terminating', 'it is over and still runs', buildFacts(over)],
  ['terminated', 'it is over and gone', buildFacts(over, [{ state: 'removed' }])],
  ['failed', 'it could not be made', buildFacts({ failed_at: factsNow }, [starting])],
  ['terminated', 'that was paid back', buildFacts({ failed_at: factsNow, revoked_at: factsNow }, [])],
]

test.each(cases)('G5 %s where %s', (state, _what, facts) => {
  expect(getRentalState(facts)).toBe(state)
})
