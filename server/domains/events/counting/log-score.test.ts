import { describe, expect, test } from 'vitest'
import { LogFixture, gameOver, loading, matchStart, started } from './testing/log-fixture.ts'
import { StreamCounter, readRecordedLines, toBatches } from './testing/recorded-log.ts'

const score = (ct: number, t: number, played = ct + t) =>
  `MatchStatus: Score: ${ct}:${t} on map "de_dust2" RoundsPlayed: ${played}`

test('the score of a log is that of the last report of the match on this map', () => {
  const log = new LogFixture()
  const after = (...texts: string[]) => {
    log.send(texts.map((text, second) => [second, text] as const))
    return log.state?.score
  }
  expect(after(loading, started, score(0, 0, -1))).toBeUndefined()
  expect(after(matchStart, score(0, 0))).toEqual({ ct: 0, t: 0, over: false })
  expect(after(score(1, 0), score(1, 1))).toEqual({ ct: 1, t: 1, over: false })
  log.lose()
  expect(after(score(13, 7))).toEqual({ ct: 13, t: 7, over: false })
  expect(after(gameOver)).toEqual({ ct: 13, t: 7, over: true })
  expect(after(score(13, 7))).toEqual({ ct: 13, t: 7, over: true })
  expect(after(score(0, 0))).toEqual({ ct: 0, t: 0, over: false })
  expect(after(loading)).toBeUndefined()
})

describe.each([
  ['inferno', { ct: 2, t: 13, over: true }],
  ['mirage', expect.objectContaining({ over: true })],
] as const)('the recorded match on %s', (name, final) => {
  test('ends with the score that the game printed, whatever the batches', () => {
    const lines = readRecordedLines(name)
    const end = lines.findLastIndex((line) => line.includes('Game Over: '))
    const whole = new StreamCounter().count(toBatches(lines.slice(0, end + 1)))
    expect(whole.state?.score).toEqual(final)
    const cut = new StreamCounter().count(toBatches(lines.slice(0, end + 1), [7, 300, 11]))
    expect(cut.state?.score).toEqual(whole.state?.score)
    const [, ct, t] = / score (\d+):(\d+) /.exec(lines[end] ?? '') ?? []
    expect(whole.state?.score).toMatchObject({ ct: Number(ct), t: Number(t) })
  })
})
