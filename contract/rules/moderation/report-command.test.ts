import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findReportReason, findReportTarget, parseReportCommand } from './report-command.ts'

const players = [
  { steamId: '76561198000000001', name: 'Bob' },
  { steamId: '76561198000000002', name: 'Bob the Great' },
  { steamId: '76561198000000003', name: '小明' },
  { steamId: '76561198000000004', name: 'Twin' },
  { steamId: '76561198000000005', name: 'Twin' },
  { steamId: '76561198000000006', name: '.*' },
  { steamId: '76561198000000007', name: '100%_pro' },
]

test.each([
  ['!report Bob wallhack', 'Bob wallhack'],
  ['.report  bob ', 'bob'],
  ['/REPORT', ''],
  ['  !report\tx', 'x'],
  ['!reporter x', null],
  ['I !report x', null],
  ['!reports', null],
])('%s asks for a report of: %s', (message, text) => {
  expect(parseReportCommand(message)).toBe(text)
})

test.each<[string, string | string[] | null, string?]>([
  ['Bob wallhack', '76561198000000001', 'wallhack'],
  ['bob the great aims', '76561198000000002', 'aims'],
  ['great spams', '76561198000000002', 'spams'],
  ['"the great" spams', '76561198000000002', 'spams'],
  ['"bob" spams', '76561198000000001', 'spams'],
  ['小明 外挂', '76561198000000003', '外挂'],
  ['ＢＯＢ x', '76561198000000001', 'x'],
  ['76561198000000004 afk', '76561198000000004', 'afk'],
  ['76561198000000009 afk', null],
  ['twin', ['76561198000000004', '76561198000000005']],
  ['o', ['76561198000000001', '76561198000000002', '76561198000000007']],
  ['.* x', '76561198000000006', 'x'],
  ['% x', '76561198000000007', 'x'],
  ['(a+)+$ x', null],
  ['unknown', null],
])('!report %s means %s', (text, wanted, rest) => {
  const target = findReportTarget(text, players)
  if (typeof wanted === 'string')
    expect(target).toEqual({
      kind: 'found',
      player: players.find(({ steamId }) => steamId === wanted),
      text: rest,
    })
  else if (wanted === null) expect(target).toEqual({ kind: 'unknown' })
  else expect(target.kind === 'ambiguous' && target.players.map(({ steamId }) => steamId)).toEqual(wanted)
})

test('a player whose name alone is one is found by it, whatever it holds', () => {
  const name = fc
    .string({ minLength: 1, maxLength: 20, unit: 'binary' })
    .filter((one) => one.trim() === one && !one.startsWith('"'))
  fc.assert(
    fc.property(name, (one) => {
      const player = { steamId: '76561198000000001', name: one }
      expect(findReportTarget(one, [player])).toEqual({ kind: 'found', player, text: '' })
    }),
  )
})

test.each([
  ['he is cheating', 'cheating'],
  ['WH', 'cheating'],
  ['开挂了', 'cheating'],
  ['why', 'other'],
  ['afk since round 2', 'griefing'],
  ['骂人', 'abuse'],
  ['bad name', 'name'],
  ['', 'other'],
])('the reason of “%s” is %s', (text, reason) => {
  expect(findReportReason(text)).toBe(reason)
})
