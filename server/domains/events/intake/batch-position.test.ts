import { expect, test } from 'vitest'
import { readPosition } from './batch-position.ts'

const body = Buffer.from('11/21/2026 - 14:02:07.123 - World triggered "Round_Start"\n')
const at = Date.parse('2026-11-21T14:02:07.123Z')
const headers = (token: string, begins: unknown, ends: unknown) => ({
  'x-server-instance-token': token,
  'x-logbytes-beginoffset': String(begins),
  'x-logbytes-endoffset': String(ends),
})

test('I9 token and offsets give the position of a batch and identify its repeats', () => {
  expect(readPosition(headers('a1', 100, 158), body, body)).toEqual({
    token: 'a1',
    at,
    begins: 100,
    ends: 158,
    key: '100-158',
  })
})

test.each([
  ['no headers', {}],
  ['no token', headers('', 1, 2)],
  ['a token with a blank', headers('a b', 1, 2)],
  ['a token that is too long', headers('a'.repeat(101), 1, 2)],
  ['a negative offset', headers('a', -1, 2)],
  ['an offset beyond all numbers', headers('a', 1, '9007199254740993')],
  ['an offset with a comma', headers('a', '1,5', 2)],
  ['an end before the beginning', headers('a', 5, 4)],
  ['offsets that do not move', headers('a', 5, 5)],
  ['only one offset', { 'x-server-instance-token': 'a', 'x-logbytes-beginoffset': '1' }],
])('I9 without valid headers (%s) the body gives the position', (_, nonsense) => {
  const place = readPosition(nonsense, body, body)
  expect(place).toEqual({ token: '', key: expect.stringMatching(/^[\w-]{43}$/), at, begins: 0, ends: 0 })
  expect(readPosition({}, body, Buffer.from(body)).key).toBe(place.key)
  expect(readPosition({}, body, Buffer.concat([body, body])).key).not.toBe(place.key)
})

test.each([
  ['a line of a file log', 'L 11/21/2026 - 14:02:07: Log file started', Date.parse('2026-11-21T14:02:07Z')],
  ['a torn first line', `n" (headshot)\n${body.toString()}`, at],
  ['no time at all', 'nothing', 0],
  ['a time far behind lines without one', `${'\n'.repeat(1_000)}${body.toString()}`, 0],
  ['a time that never was', '13/45/2026 - 14:02:07.123 - x', 0],
])('I9 the time of the first line with one, of %s', (_, text, time) => {
  expect(readPosition({}, Buffer.from(text), body).at).toBe(time)
})

test('I9 every map begins at offset 0 again under the same token: the time distinguishes its batches', () => {
  const next = Buffer.from(String(body).replace('14:02', '14:22'))
  const [one, other] = [body, next].map((sent) => readPosition(headers('a', 0, body.length), sent, sent))
  expect(other).toEqual({ ...one, at: at + 20 * 60_000 })
})

test('I9 a line that is blanked before it is stored has its time all the same', () => {
  expect(readPosition(headers('a', 5, 63), body, Buffer.alloc(body.length, ' '))).toMatchObject({
    at,
    begins: 5,
  })
})
