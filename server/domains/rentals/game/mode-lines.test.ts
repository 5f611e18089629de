import { expect, test } from 'vitest'
import { rentalModes } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import { buildMapChangeLines, buildModeLines, isInMode, readReportedMode } from './mode-lines.ts'

test('MatchZy gets its values without quotes, which it would read as part of them', () => {
  for (const mode of rentalModes)
    for (const line of buildModeLines(mode)) expect(line).toMatch(/^[a-z_]+ [a-z0-9./]+$/)
})

test('a match ends before its map does', () => {
  const from = { map: 'de_dust2', mode: 'match' } as const
  expect(buildMapChangeLines('de_mirage', 'match', from)).toEqual([
    'css_endmatch',
    'game_type 0',
    'game_mode 1',
    'matchzy_autostart_mode 1',
    'matchzy_knife_enabled_default true',
    'matchzy_playout_enabled_default false',
    'bot_kick',
    'changelevel "de_mirage"',
  ])
})

test.each([
  ['de_dust2', 'practice', 'css_prac'],
  ['de_dust2', 'scrim', 'css_match'],
  ['de_dust2', 'deathmatch', 'changelevel "de_dust2"'],
  ['3070284539', 'match', 'host_workshop_map 3070284539'],
] as const)('%s in %s ends with %s', (map, mode, last) => {
  expect(buildMapChangeLines(map, mode, { map: 'de_dust2', mode: 'match' }).at(-1)).toBe(last)
})

test('from a mode without MatchZy the map is loaded again', () => {
  const lines = buildMapChangeLines('de_dust2', 'practice', { map: 'de_dust2', mode: 'deathmatch' })
  expect(lines.at(-1)).toBe('changelevel "de_dust2"')
})

test('the mode is read from the answers of the console; what cannot be read is no mode', () => {
  const practice = readReportedMode(['game_type = 0', 'game_mode = 1', 'sv_cheats = true'])
  expect([isInMode('practice', practice), isInMode('match', practice)]).toEqual([true, false])
  const match = readReportedMode(['game_type = 0', '"game_mode" = "1"', 'sv_cheats = 0'])
  expect([isInMode('practice', match), isInMode('match', match), isInMode('scrim', match)]).toEqual([
    false,
    true,
    true,
  ])
  const deathmatch = readReportedMode(['game_type = 1', 'game_mode = 2', ''])
  expect([isInMode('deathmatch', deathmatch), isInMode('match', deathmatch)]).toEqual([true, false])
  expect(isInMode('match', readReportedMode(["Unknown command 'game_type'!", '', 'x']))).toBe(false)
})
