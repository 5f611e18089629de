import { expect, test } from 'vitest'
import { createPlayer } from '../../testing/players.ts'
import { findOwnRank } from './use-own-rank.ts'

const user = { steamId: '7', username: 'kite', avatar: '' }
const stats = [
  { ...createPlayer('7', { rank: 128, usergroup: ['vip'] }), mode: 'dm' as const },
  { ...createPlayer('7', { rank: 3, usergroup: ['vip'] }), mode: 'retakes' as const },
]

test('I1 the own row is the one of the mode that is shown', () => {
  expect(findOwnRank(user, stats, 'retakes').row?.rank).toBe(3)
  expect(findOwnRank(user, stats, 'dm').row?.rank).toBe(128)
})

test('I1 without stats in the mode there is no row, but the badges and the own page are known', () => {
  expect(findOwnRank(user, stats, 'solo')).toEqual({ user, groups: ['vip'], row: null, known: true })
  expect(findOwnRank(user, [], 'solo')).toEqual({ user, groups: [], row: null, known: false })
})
