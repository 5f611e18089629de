import { expect, test } from 'vitest'
import { factsNow, buildFacts, minutesFromNow, buildSwitchRow } from '../../testing/rental-facts-builder.ts'
import { decideAction } from './decide-action.ts'
import type { RentalFacts, Observation, Action } from '../facts/rental-facts.ts'

const week = 7 * 24 * 60
const is = (how: Observation['is'], generation = 1): Observation => ({ generation, is: how })
const seconds = (count: number) => minutesFromNow(count / 60)
const placed = { state: 'placed', started_at: null, ready_at: null, files_rev: 0, applied_rev: 0 } as const
const starting = { state: 'starting', started_at: minutesFromNow(-1), applied_rev: 0 } as const
const stopping = { state: 'stopping' } as const
const removed = { state: 'removed' } as const
const moving = (change: object = {}) => ({ switching: buildSwitchRow(change) })
const fresh = { ready_at: null, created_at: minutesFromNow(-1) }

const pendingUpdate = {
  generation: 1,
  version: '1.41.3.2',
  deadline: null,
  isHeld: false,
  isHostBusy: false,
}

const cases: [string, RentalFacts, Observation | null, Action | Record<string, unknown>][] = [
  [
    'G25 a new rental is placed',
    buildFacts({ ...fresh, generation: 0 }, []),
    null,
    { kind: 'place', region: 'ap-shanghai', avoid: null },
  ],
  ['G25 a placed instance is created', buildFacts(fresh, [placed]), null, { kind: 'create', generation: 1 }],
  ['R2 a created instance is observed', buildFacts(fresh, [starting]), null, { kind: 'look', generation: 1 }],
  [
    'R2 what starts is waited for',
    buildFacts({}, [starting]),
    is('running'),
    { kind: 'wait', until: seconds(6) },
  ],
  [
    'R12 an answering instance is configured first',
    buildFacts({}, [starting]),
    is('ready'),
    { kind: 'apply-config', generation: 1 },
  ],
  [
    'R2 a configured instance is ready',
    buildFacts({}, [{ ...starting, applied_rev: 1 }]),
    is('ready'),
    { kind: 'ready', generation: 1 },
  ],
  [
    'R2 a healthy instance waits until its end',
    buildFacts(),
    is('ready'),
    { kind: 'wait', until: minutesFromNow(1_440) },
  ],
  [
    'R13 an empty instance of another version than is installed is restarted',
    buildFacts({}, [{ players: 0 }], { updates: [pendingUpdate] }),
    is('ready'),
    { kind: 'update', generation: 1, version: '1.41.3.2', isForced: false },
  ],
  [
    'R13 an occupied one is not',
    buildFacts({}, [{ players: 1 }], { updates: [pendingUpdate] }),
    is('ready'),
    { kind: 'wait', until: minutesFromNow(1_440) },
  ],
  [
    'R13 nor one whose players are not known',
    buildFacts({}, [{ players: null }], { updates: [pendingUpdate] }),
    is('ready'),
    { kind: 'wait', until: minutesFromNow(1_440) },
  ],
  [
    'R13 nor any while updates are held',
    buildFacts({}, [{ players: 0 }], { updates: [{ ...pendingUpdate, isHeld: true }] }),
    is('ready'),
    { kind: 'wait', until: minutesFromNow(1_440) },
  ],
  [
    'R13 it waits while others of its host restart',
    buildFacts({}, [{ players: 0 }], { updates: [{ ...pendingUpdate, isHostBusy: true }] }),
    is('ready'),
    { kind: 'wait', until: seconds(10) },
  ],
  [
    'R13 players are informed of the deadline',
    buildFacts({}, [{ players: 2 }], { updates: [{ ...pendingUpdate, deadline: minutesFromNow(20) }] }),
    is('ready'),
    { kind: 'announce', generation: 1, version: '1.41.3.2', minutes: 20 },
  ],
  [
    'R13 a notice about an earlier version does not count',
    buildFacts(
      {},
      [{ players: 2, notice_version: '1.41.3.1', notice_at: minutesFromNow(-5), notice_minutes: 1 }],
      { updates: [{ ...pendingUpdate, deadline: minutesFromNow(-1) }] },
    ),
    is('ready'),
    { kind: 'announce', generation: 1, version: '1.41.3.2', minutes: 1 },
  ],
  [
    'R13 an occupied instance is restarted at the deadline',
    buildFacts(
      {},
      [{ players: 2, notice_version: '1.41.3.2', notice_at: minutesFromNow(-1), notice_minutes: 1 }],
      { updates: [{ ...pendingUpdate, deadline: factsNow }] },
    ),
    is('ready'),
    { kind: 'update', generation: 1, version: '1.41.3.2', isForced: true },
  ],
  ['R2 what stopped is started', buildFacts(), is('stopped'), { kind: 'create', generation: 1 }],
  [
    'R2 a missing instance is created again under its name',
    buildFacts(),
    is('absent'),
    { kind: 'create', generation: 1 },
  ],
  [
    'R2 what crashed a moment ago rests',
    buildFacts({}, [{ tried: 'create', retry_at: seconds(9) }]),
    is('stopped'),
    { kind: 'wait', until: seconds(9) },
  ],
  [
    'R2 what failed otherwise does not rest for that',
    buildFacts({}, [{ tried: 'apply-config', retry_at: seconds(9) }]),
    is('stopped'),
    { kind: 'create' },
  ],
  [
    'R2 a game that is silent is waited for',
    buildFacts({}, [{ silent_at: minutesFromNow(-1) }]),
    is('running'),
    { kind: 'wait', until: seconds(10) },
  ],
  [
    'R2 one that is silent for two minutes is restarted by that op',
    buildFacts({}, [{ silent_at: minutesFromNow(-2) }]),
    is('running'),
    { kind: 'restart', op: `silent-${minutesFromNow(-2).getTime()}`, why: 'silent' },
  ],
  [
    'R12 one whose console refuses its password is restarted by that op while it is empty',
    buildFacts({}, [{ players: 0, refused_at: minutesFromNow(-1) }]),
    is('refused'),
    { kind: 'restart', op: `refused-${minutesFromNow(-1).getTime()}`, why: 'refused' },
  ],
  [
    'R12 players are not interrupted for that, however long it takes',
    buildFacts({}, [{ players: 2, refused_at: minutesFromNow(-600) }]),
    is('refused'),
    { kind: 'wait', until: seconds(60) },
  ],
  [
    'R2 a starting game that refuses its password is waited for',
    buildFacts({}, [starting]),
    is('refused'),
    { kind: 'wait', until: seconds(6) },
  ],
  [
    'R2 one that starts for ten minutes is restarted',
    buildFacts({}, [{ ...starting, started_at: minutesFromNow(-10) }]),
    is('running'),
    { kind: 'restart', why: 'silent' },
  ],
  [
    'R12 a new rev is written first',
    buildFacts({ rev: 2 }),
    is('ready'),
    { kind: 'configure', generation: 1 },
  ],
  [
    'R12 and configured then',
    buildFacts({ rev: 2 }, [{ files_rev: 2 }]),
    is('ready'),
    { kind: 'apply-config', generation: 1 },
  ],
  [
    'R13 a requested restart is done',
    buildFacts({ restart_op: 'a' }),
    is('ready'),
    { kind: 'restart', op: 'a', why: 'asked' },
  ],
  ['R13 once', buildFacts({ restart_op: 'a' }, [{ restarted_op: 'a' }]), is('ready'), { kind: 'wait' }],
  ['R12 files before a restart', buildFacts({ restart_op: 'a', rev: 2 }), is('ready'), { kind: 'configure' }],
  [
    'G24 a verification is asked for until it is done',
    buildFacts({ verify_op: 'v', verify_at: minutesFromNow(-1) }),
    is('stopped'),
    { kind: 'verify', op: 'v' },
  ],
  [
    'G24 and given up after 15 minutes',
    buildFacts({ verify_op: 'v', verify_at: minutesFromNow(-15) }),
    is('stopped'),
    { kind: 'give-up-verify', op: 'v' },
  ],
  [
    'R7 a silent machine is waited for',
    buildFacts({}, [{ unreached_at: minutesFromNow(-4) }]),
    is('silent'),
    { kind: 'wait', until: seconds(10) },
  ],
  [
    'R7 for five minutes',
    buildFacts({}, [{ unreached_at: minutesFromNow(-5) }]),
    is('silent'),
    { kind: 'place', avoid: 'one', switchId: null },
  ],
  [
    'R7 what it may have created is observed when the host is back',
    buildFacts(fresh, [{ ...placed, unreached_at: minutesFromNow(-1) }]),
    null,
    { kind: 'look', generation: 1 },
  ],
  [
    'R1 nothing is placed while an instance is being stopped',
    buildFacts({ generation: 1 }, [stopping]),
    null,
    { kind: 'stop', generation: 1 },
  ],
  [
    'R1 nor while it rests',
    buildFacts({}, [{ ...stopping, tried: 'stop', retry_at: seconds(9) }]),
    null,
    { kind: 'wait', until: seconds(9) },
  ],
  [
    'R1 nor beside what may still run',
    buildFacts({}, [
      { ...stopping, unreached_at: minutesFromNow(-4), tried: 'stop', retry_at: minutesFromNow(3) },
    ]),
    null,
    { kind: 'wait', until: seconds(10) },
  ],
  [
    'R1 nor while an instance has not been observed for a while',
    buildFacts({}, [
      {
        ...stopping,
        unreached_at: minutesFromNow(-9),
        unreached_seen_at: minutesFromNow(-3),
        tried: 'stop',
        retry_at: minutesFromNow(3),
      },
    ]),
    null,
    { kind: 'wait', until: seconds(10) },
  ],
  [
    'R7 but it is placed while the other one is lost',
    buildFacts({}, [
      { ...stopping, unreached_at: minutesFromNow(-5), tried: 'stop', retry_at: minutesFromNow(3) },
    ]),
    null,
    { kind: 'place' },
  ],
  [
    'R1 nothing begins beside what came back',
    buildFacts({ generation: 2 }, [{ ...placed, generation: 2 }, stopping]),
    null,
    { kind: 'stop', generation: 1 },
  ],
  [
    'R1 nor while ending that rests',
    buildFacts({ generation: 2 }, [
      { ...placed, generation: 2 },
      { ...stopping, tried: 'stop', retry_at: seconds(9) },
    ]),
    null,
    { kind: 'wait', until: seconds(9) },
  ],
  [
    'R7 an unreachable instance delays nothing',
    buildFacts({ generation: 2 }, [
      { ...placed, generation: 2 },
      { ...stopping, unreached_at: minutesFromNow(-9) },
    ]),
    null,
    { kind: 'create', generation: 2 },
  ],
  ['R11 a rental that was ended comes back', buildFacts({}, [removed]), null, { kind: 'place' }],
  [
    'R11 an expired rental is stopped with its data',
    buildFacts({ expires_at: factsNow }),
    null,
    { kind: 'stop', keepData: true },
  ],
  [
    'R4 one that was paid back without',
    buildFacts({ revoked_at: factsNow }),
    null,
    { kind: 'stop', keepData: false },
  ],
  [
    'G25 one that failed without',
    buildFacts({ failed_at: factsNow }),
    null,
    { kind: 'stop', keepData: false },
  ],
  [
    'R9 its move ends first',
    buildFacts({ expires_at: factsNow }, [{}], moving()),
    null,
    { kind: 'fail-switch', reason: 'the rental is over' },
  ],
  [
    'G21 it rests for seven days',
    buildFacts({ expires_at: factsNow }, [{ ...removed, kept: true }]),
    null,
    { kind: 'wait', until: minutesFromNow(week) },
  ],
  [
    'G21 then data goes',
    buildFacts({ expires_at: minutesFromNow(-week) }, [{ ...removed, kept: true }]),
    null,
    { kind: 'drop', generation: 1 },
  ],
  ['G21 then demos', buildFacts({ expires_at: minutesFromNow(-week) }, [removed]), null, { kind: 'clear' }],
  [
    'G21 and nothing more',
    buildFacts({ expires_at: minutesFromNow(-week), cleared_at: factsNow }, [removed]),
    null,
    { kind: 'wait', until: null },
  ],
  [
    'G20 not under maintenance',
    buildFacts({ expires_at: minutesFromNow(-week) }, [removed], { isMaintained: true }),
    null,
    { kind: 'wait', until: minutesFromNow(60) },
  ],
  [
    'G25 a server that was never ready fails after 30 minutes',
    buildFacts({ ready_at: null, created_at: minutesFromNow(-30) }, [starting]),
    null,
    { kind: 'fail' },
  ],
  [
    'G25 which is waited for',
    buildFacts(
      { ready_at: null, created_at: minutesFromNow(-29), generation: 0, retry_at: minutesFromNow(4) },
      [],
    ),
    null,
    { kind: 'wait', until: minutesFromNow(1) },
  ],
  [
    'R9 a move is placed in the target',
    buildFacts({}, [{}], moving()),
    null,
    { kind: 'place', region: 'ap-tokyo', avoid: null, switchId: 'switch' },
  ],
  [
    'G18 in its own region on another machine',
    buildFacts({}, [{}], moving({ to_region: 'ap-shanghai' })),
    null,
    { kind: 'place', avoid: 'one' },
  ],
  [
    'R9 made there',
    buildFacts({}, [{ ...placed, generation: 2 }, {}], moving({ generation: 2 })),
    null,
    { kind: 'create', generation: 2 },
  ],
  [
    'R9 looked at there',
    buildFacts({}, [{ ...starting, generation: 2 }, {}], moving({ generation: 2 })),
    null,
    { kind: 'look', generation: 2 },
  ],
  [
    'R9 and once ready it is the one',
    buildFacts({}, [{ ...starting, applied_rev: 1, generation: 2 }, {}], moving({ generation: 2 })),
    is('ready', 2),
    { kind: 'move', generation: 2 },
  ],
  [
    'R9 given up after ten minutes',
    buildFacts(
      {},
      [{ ...starting, generation: 2 }, {}],
      moving({ generation: 2, asked_at: minutesFromNow(-10) }),
    ),
    null,
    { kind: 'fail-switch', reason: 'it took too long' },
  ],
  [
    'R9 the old one goes',
    buildFacts({ generation: 2 }, [{ generation: 2 }, stopping], {
      forgetting: buildSwitchRow({ state: 'done' }),
    }),
    null,
    { kind: 'stop', generation: 1, keepData: false },
  ],
  [
    'G18 then the demos from before',
    buildFacts({ generation: 2 }, [{ generation: 2 }, removed], {
      forgetting: buildSwitchRow({ state: 'done' }),
    }),
    null,
    { kind: 'forget' },
  ],
]

test.each(cases)('%s', (_title, facts, observation, step) => {
  expect(decideAction(facts, observation)).toMatchObject(step)
})
