import { expect, test } from 'vitest'
import { createServer } from '../testing/servers.ts'
import { chooseNameSize, countQuickJoinChoices } from './quick-join-choices.ts'

test('E1 every category has its number of available servers, or 0', () => {
  const servers = [
    createServer({ category: 'deathmatch', players: '2/20' }),
    createServer({ category: 'pistol dm', players: '2/20' }),
    createServer({ category: 'solo 1v1', players: '9/12' }),
    createServer({ category: 'retakes', players: '2/20', open: 0 }),
  ]
  const counts = (member: boolean) => countQuickJoinChoices(servers, member).map(({ available }) => available)
  expect(countQuickJoinChoices(servers, false).map(({ category }) => category)).toEqual([
    'deathmatch',
    'retakes',
    '1v1',
    'public',
  ])
  expect(counts(false)).toEqual([2, 0, 0, 0])
  expect(counts(true)).toEqual([2, 0, 1, 0])
})

test('E2 the name shrinks above 25 and again above 35 characters', () => {
  const sizes = [25, 26, 35, 36].map((length) => chooseNameSize('名'.repeat(length)))
  expect(sizes).toEqual(['normal', 'long', 'long', 'longer'])
})

test('a character outside the basic plane counts once', () => {
  expect(chooseNameSize('𠮷'.repeat(25))).toBe('normal')
})
