import { boardColumns, boardModes } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { expect, test } from 'vitest'
import { listStats, groupByMode } from './mode-stats.ts'
import { createPlayer } from './testing/players.ts'

test('I2 all stats of a mode hold its columns, each stat once', () => {
  for (const mode of boardModes) {
    const stats = listStats(mode)
    expect(stats).toEqual(expect.arrayContaining([...boardColumns[mode].table, 'deaths', 'headshots']))
    expect(new Set(stats).size).toBe(stats.length)
  }
  expect(listStats('retakes')).toEqual(expect.arrayContaining(['wins', 'loses', 'clutches']))
  expect(listStats('solo')).not.toContain('wins')
})

test('I1 a player is shown in every mode, in the order of the tabs, played or not', () => {
  const solo = { ...createPlayer('a'), mode: 'solo' as const }
  expect(groupByMode([solo])).toEqual([
    { mode: 'dm', row: undefined },
    { mode: 'dm-pistol', row: undefined },
    { mode: 'solo', row: solo },
    { mode: 'retakes', row: undefined },
  ])
})
