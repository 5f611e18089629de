import { expect, test } from 'vitest'
import type { MapChangeRow } from '../../map-changes/map-changes.store.ts'
import { factsNow, minutesFromNow } from '../../testing/rental-facts-builder.ts'
import { judgeMapChange } from './decide-map-change.ts'

const workshopId = '3070284539'

const change = (over: Partial<MapChangeRow>): MapChangeRow => ({
  id: 'change',
  rental_id: 'rental',
  map: 'de_mirage',
  title: null,
  mode: 'match',
  state: 'loading',
  asked_by: null,
  asked_at: minutesFromNow(-1),
  generation: 1,
  sent_at: factsNow,
  sent: 1,
  from_map: 'de_dust2',
  from_mode: 'match',
  ended_at: null,
  reason: '',
  ...over,
})

const reported = { map: 'de_dust2', isInMode: true, knownName: null }

test.each([
  ['its map', {}, { map: 'de_mirage' }, 'done'],
  ['its map in another mode', {}, { map: 'de_mirage', isInMode: false }, 'wait'],
  ['the map of before', {}, {}, 'wait'],
  ['the map of before for a minute', { sent_at: minutesFromNow(-1) }, {}, 'resend'],
  ['the map of before, told twice', { sent_at: minutesFromNow(-2), sent: 2 }, {}, 'wait'],
  ['the map of before too long', { sent_at: minutesFromNow(-3), sent: 2 }, {}, 'failed'],
  ['a Workshop map by any name', { map: workshopId }, { map: 'aim_redline' }, 'done'],
  ['an official map instead of a Workshop map', { map: workshopId }, { map: 'de_nuke' }, 'wait'],
  [
    'the same Workshop map by its known name',
    { map: workshopId, from_map: 'aim_redline' },
    { map: 'aim_redline', knownName: 'aim_redline' },
    'done',
  ],
  ['nothing of a download for minutes', { map: workshopId, sent_at: minutesFromNow(-4) }, {}, 'wait'],
  ['nothing of a download for longer', { map: workshopId, sent_at: minutesFromNow(-5) }, {}, 'resend'],
  ['nothing of a download at all', { map: workshopId, sent_at: minutesFromNow(-15), sent: 2 }, {}, 'failed'],
] as const)('a server that reports %s', (_what, over, report, verdict) => {
  expect(judgeMapChange(change(over), { ...reported, ...report }, factsNow)).toBe(verdict)
})
