import { expect, test } from 'vitest'
import { factsNow, factsOf, minutes, switchRow } from '../testing/facts.ts'
import type { Facts } from './facts.ts'
import { type LeaseState, shownState } from './shown.ts'

const over = { expires_at: factsNow }
const starting = { state: 'starting', ready_at: null }

const cases: [LeaseState, string, Facts][] = [
  ['creating', 'nothing stands yet', factsOf({ generation: 0 }, [])],
  ['creating', 'it was never ready', factsOf({}, [starting])],
  ['creating', 'the last one is being ended', factsOf({}, [{ state: 'stopping' }])],
  ['running', 'it is ready', factsOf()],
  ['running', 'its restart is done', factsOf({ restart_op: 'a' }, [{ restarted_op: 'a' }])],
  ['restarting', 'a restart is asked for', factsOf({ restart_op: 'a' })],
  ['restarting', 'it crashed', factsOf({}, [{ state: 'starting' }])],
  ['verifying', 'its files are verified', factsOf({ verify_op: 'v' })],
  ['verifying', 'it starts after that', factsOf({ state: 'verifying' }, [{ state: 'starting' }])],
  ['switching', 'it moves', factsOf({}, [{}], { switching: switchRow() })],
  ['lost', 'nobody reaches it', factsOf({}, [{ unreached_at: minutes(-5) }])],
  ['running', 'nobody has reached it for a moment', factsOf({}, [{ unreached_at: minutes(-4) }])],
  ['terminating', 'it is over and stands', factsOf(over)],
  ['terminated', 'it is over and gone', factsOf(over, [{ state: 'removed' }])],
  ['failed', 'it could not be made', factsOf({ failed_at: factsNow }, [starting])],
  ['terminated', 'that was paid back', factsOf({ failed_at: factsNow, revoked_at: factsNow }, [])],
]

test.each(cases)('G5 %s where %s', (state, _what, facts) => {
  expect(shownState(facts)).toBe(state)
})
