import { expect, test } from 'vitest'
import { factsNow, factsOf, minutes, switchRow } from '../testing/facts.ts'
import { nextStep } from './decide.ts'
import type { Facts, Look, Step } from './facts.ts'

const week = 7 * 24 * 60
const is = (how: Look['is'], generation = 1): Look => ({ generation, is: how })
const seconds = (count: number) => minutes(count / 60)
const placed = { state: 'placed', started_at: null, ready_at: null, files_rev: 0, applied_rev: 0 } as const
const starting = { state: 'starting', started_at: minutes(-1), applied_rev: 0 } as const
const stopping = { state: 'stopping' } as const
const removed = { state: 'removed' } as const
const moving = (change: object = {}) => ({ switching: switchRow(change) })
const fresh = { ready_at: null, created_at: minutes(-1) }

const cases: [string, Facts, Look | null, Step | Record<string, unknown>][] = [
  [
    'G25 a new lease is placed',
    factsOf({ ...fresh, generation: 0 }, []),
    null,
    { kind: 'place', region: 'ap-shanghai', avoid: null },
  ],
  ['G25 what is placed is made', factsOf(fresh, [placed]), null, { kind: 'create', generation: 1 }],
  ['R2 what was made is looked at', factsOf(fresh, [starting]), null, { kind: 'look', generation: 1 }],
  [
    'R2 what starts is waited for',
    factsOf({}, [starting]),
    is('running'),
    { kind: 'wait', until: seconds(6) },
  ],
  ['R12 what answers is told first', factsOf({}, [starting]), is('ready'), { kind: 'tell', generation: 1 }],
  [
    'R2 what was told is ready',
    factsOf({}, [{ ...starting, applied_rev: 1 }]),
    is('ready'),
    { kind: 'ready', generation: 1 },
  ],
  ['R2 what is well rests until its end', factsOf(), is('ready'), { kind: 'wait', until: minutes(1_440) }],
  ['R2 what stopped is started', factsOf(), is('stopped'), { kind: 'create', generation: 1 }],
  [
    'R2 what is gone is made again under its name',
    factsOf(),
    is('absent'),
    { kind: 'create', generation: 1 },
  ],
  [
    'R2 what crashed a moment ago rests',
    factsOf({}, [{ tried: 'create', retry_at: seconds(9) }]),
    is('stopped'),
    { kind: 'wait', until: seconds(9) },
  ],
  [
    'R2 what failed otherwise does not rest for that',
    factsOf({}, [{ tried: 'tell', retry_at: seconds(9) }]),
    is('stopped'),
    { kind: 'create' },
  ],
  [
    'R2 a game that is silent is waited for',
    factsOf({}, [{ silent_at: minutes(-1) }]),
    is('running'),
    { kind: 'wait', until: seconds(10) },
  ],
  [
    'R2 one that is silent for two minutes is restarted by that op',
    factsOf({}, [{ silent_at: minutes(-2) }]),
    is('running'),
    { kind: 'restart', op: `silent-${minutes(-2).getTime()}`, isAsked: false },
  ],
  [
    'R2 one that starts for ten minutes is restarted',
    factsOf({}, [{ ...starting, started_at: minutes(-10) }]),
    is('running'),
    { kind: 'restart', isAsked: false },
  ],
  ['R12 a new rev is written first', factsOf({ rev: 2 }), is('ready'), { kind: 'configure', generation: 1 }],
  [
    'R12 and told then',
    factsOf({ rev: 2 }, [{ files_rev: 2 }]),
    is('ready'),
    { kind: 'tell', generation: 1 },
  ],
  [
    'R13 what is asked for is done',
    factsOf({ restart_op: 'a' }),
    is('ready'),
    { kind: 'restart', op: 'a', isAsked: true },
  ],
  ['R13 once', factsOf({ restart_op: 'a' }, [{ restarted_op: 'a' }]), is('ready'), { kind: 'wait' }],
  ['R12 files before a restart', factsOf({ restart_op: 'a', rev: 2 }), is('ready'), { kind: 'configure' }],
  [
    'G24 a verification is asked for until it is done',
    factsOf({ verify_op: 'v', verify_at: minutes(-1) }),
    is('stopped'),
    { kind: 'verify', op: 'v' },
  ],
  [
    'G24 and given up after 15 minutes',
    factsOf({ verify_op: 'v', verify_at: minutes(-15) }),
    is('stopped'),
    { kind: 'give-up-verify', op: 'v' },
  ],
  [
    'R7 a silent machine is waited for',
    factsOf({}, [{ unreached_at: minutes(-4) }]),
    is('silent'),
    { kind: 'wait', until: seconds(10) },
  ],
  [
    'R7 for five minutes',
    factsOf({}, [{ unreached_at: minutes(-5) }]),
    is('silent'),
    { kind: 'place', avoid: 'one', switchId: null },
  ],
  [
    'R7 what it may have made is looked at when it is back',
    factsOf(fresh, [{ ...placed, unreached_at: minutes(-1) }]),
    null,
    { kind: 'look', generation: 1 },
  ],
  [
    'R1 nothing is placed beside what is being ended',
    factsOf({ generation: 1 }, [stopping]),
    null,
    { kind: 'stop', generation: 1 },
  ],
  [
    'R1 nor while it rests',
    factsOf({}, [{ ...stopping, tried: 'stop', retry_at: seconds(9) }]),
    null,
    { kind: 'wait', until: seconds(9) },
  ],
  [
    'R1 nor beside what may still run',
    factsOf({}, [{ ...stopping, unreached_at: minutes(-4), tried: 'stop', retry_at: minutes(3) }]),
    null,
    { kind: 'wait', until: seconds(10) },
  ],
  [
    'R1 nor beside what nobody looked at for a while',
    factsOf({}, [
      {
        ...stopping,
        unreached_at: minutes(-9),
        unreached_seen_at: minutes(-3),
        tried: 'stop',
        retry_at: minutes(3),
      },
    ]),
    null,
    { kind: 'wait', until: seconds(10) },
  ],
  [
    'R7 beside what is lost it is',
    factsOf({}, [{ ...stopping, unreached_at: minutes(-5), tried: 'stop', retry_at: minutes(3) }]),
    null,
    { kind: 'place' },
  ],
  [
    'R1 nothing begins beside what came back',
    factsOf({ generation: 2 }, [{ ...placed, generation: 2 }, stopping]),
    null,
    { kind: 'stop', generation: 1 },
  ],
  [
    'R1 nor while ending that rests',
    factsOf({ generation: 2 }, [
      { ...placed, generation: 2 },
      { ...stopping, tried: 'stop', retry_at: seconds(9) },
    ]),
    null,
    { kind: 'wait', until: seconds(9) },
  ],
  [
    'R7 what nobody reaches keeps nothing waiting',
    factsOf({ generation: 2 }, [
      { ...placed, generation: 2 },
      { ...stopping, unreached_at: minutes(-9) },
    ]),
    null,
    { kind: 'create', generation: 2 },
  ],
  ['R11 what was ended comes back', factsOf({}, [removed]), null, { kind: 'place' }],
  [
    'R11 an expired lease is stopped with its data',
    factsOf({ expires_at: factsNow }),
    null,
    { kind: 'stop', keepData: true },
  ],
  [
    'R4 one that was paid back without',
    factsOf({ revoked_at: factsNow }),
    null,
    { kind: 'stop', keepData: false },
  ],
  ['G25 one that failed without', factsOf({ failed_at: factsNow }), null, { kind: 'stop', keepData: false }],
  [
    'R9 its move ends first',
    factsOf({ expires_at: factsNow }, [{}], moving()),
    null,
    { kind: 'fail-switch', reason: 'the lease is over' },
  ],
  [
    'G21 it rests for seven days',
    factsOf({ expires_at: factsNow }, [{ ...removed, kept: true }]),
    null,
    { kind: 'wait', until: minutes(week) },
  ],
  [
    'G21 then data goes',
    factsOf({ expires_at: minutes(-week) }, [{ ...removed, kept: true }]),
    null,
    { kind: 'drop', generation: 1 },
  ],
  ['G21 then demos', factsOf({ expires_at: minutes(-week) }, [removed]), null, { kind: 'clear' }],
  [
    'G21 and nothing more',
    factsOf({ expires_at: minutes(-week), cleared_at: factsNow }, [removed]),
    null,
    { kind: 'wait', until: null },
  ],
  [
    'G20 not under maintenance',
    factsOf({ expires_at: minutes(-week) }, [removed], { isMaintained: true }),
    null,
    { kind: 'wait', until: minutes(60) },
  ],
  [
    'G25 what was never ready fails after 30 minutes',
    factsOf({ ready_at: null, created_at: minutes(-30) }, [starting]),
    null,
    { kind: 'fail' },
  ],
  [
    'G25 which is waited for',
    factsOf({ ready_at: null, created_at: minutes(-29), generation: 0, retry_at: minutes(4) }, []),
    null,
    { kind: 'wait', until: minutes(1) },
  ],
  [
    'R9 a move is placed in the target',
    factsOf({}, [{}], moving()),
    null,
    { kind: 'place', region: 'ap-tokyo', avoid: null, switchId: 'switch' },
  ],
  [
    'G18 in its own region on another machine',
    factsOf({}, [{}], moving({ to_region: 'ap-shanghai' })),
    null,
    { kind: 'place', avoid: 'one' },
  ],
  [
    'R9 made there',
    factsOf({}, [{ ...placed, generation: 2 }, {}], moving({ generation: 2 })),
    null,
    { kind: 'create', generation: 2 },
  ],
  [
    'R9 looked at there',
    factsOf({}, [{ ...starting, generation: 2 }, {}], moving({ generation: 2 })),
    null,
    { kind: 'look', generation: 2 },
  ],
  [
    'R9 and once ready it is the one',
    factsOf({}, [{ ...starting, applied_rev: 1, generation: 2 }, {}], moving({ generation: 2 })),
    is('ready', 2),
    { kind: 'move', generation: 2 },
  ],
  [
    'R9 given up after ten minutes',
    factsOf({}, [{ ...starting, generation: 2 }, {}], moving({ generation: 2, asked_at: minutes(-10) })),
    null,
    { kind: 'fail-switch', reason: 'it took too long' },
  ],
  [
    'R9 the old one goes',
    factsOf({ generation: 2 }, [{ generation: 2 }, stopping], { forgetting: switchRow({ state: 'done' }) }),
    null,
    { kind: 'stop', generation: 1, keepData: false },
  ],
  [
    'G18 then the demos from before',
    factsOf({ generation: 2 }, [{ generation: 2 }, removed], { forgetting: switchRow({ state: 'done' }) }),
    null,
    { kind: 'forget' },
  ],
]

test.each(cases)('%s', (_title, facts, look, step) => {
  expect(nextStep(facts, look)).toMatchObject(step)
})
