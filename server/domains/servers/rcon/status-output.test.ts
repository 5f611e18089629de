import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { parseStatus } from './status-output.ts'

test('reads the players of CS2: names with quotes and CJK, bots without a time, no player who is only connecting', () => {
  const output = `hostname : 'x' 1 00:10 2 0 active 1 'no'
---------players--------
  id     time ping loss      state   rate adr name
65535 [NoChan]    0    0 challenging      0unknown ''
    2    04:55   32    0     active 786432 203.0.113.7:62541 'it's "me"'
    3  1:02:03   32    0   spawning 786432 [2001:db8::1]:27005 '甲乙'
    4      BOT    0    0     active      0 'Vitaliy'
#end`
  expect(parseStatus(output)).toEqual([
    { userId: 2, name: `it's "me"`, bot: false, ping: 32, seconds: 295 },
    { userId: 3, name: '甲乙', bot: false, ping: 32, seconds: 3723 },
    { userId: 4, name: 'Vitaliy', bot: true },
  ])
})

test('reads the players of Source 1', () => {
  const output = `# userid name uniqueid connected ping loss state rate adr
#  2 1 "A "quoted" one" STEAM_1:0:5 04:55 32 0 active 196608 203.0.113.9:27005
# 12 "Older" STEAM_1:1:7 1:04:55 32 0 active
#3 "Norm" BOT active 64
#end`
  expect(parseStatus(output)).toEqual([
    { userId: 2, name: 'A "quoted" one', bot: false, ping: 32, seconds: 295 },
    { userId: 12, name: 'Older', bot: false, ping: 32, seconds: 3895 },
    { userId: 3, name: 'Norm', bot: true },
  ])
})

test('any text: never an exception, at most 255 players', () => {
  const line = fc.oneof(
    fc.string(),
    fc.string().map((name) => `  2    04:55   32    0     active 786432 x '${name}'`),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 400 }), (lines) => {
      expect(parseStatus(lines.join('\n')).length).toBeLessThanOrEqual(255)
    }),
    { numRuns: propertyRuns(5_000) },
  )
})
