import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventReader } from './server-sent-events.ts'

const text =
  ': hi\r\n\r\nevent: hello\r\ndata: {"version":"1"}\r\n\r\nevent: delta\ndata: a\ndata:b\nid: 7\n\ndata\n\n'
const events = [
  { event: 'hello', data: '{"version":"1"}' },
  { event: 'delta', data: 'a\nb' },
  { event: 'message', data: '' },
]

test('events are read with LF and CRLF, comments and several data lines', () => {
  expect(createEventReader()(text)).toEqual(events)
})

test('the cut of the pieces makes no difference', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), text.length]
      const read = createEventReader()
      const pieces = at.slice(1).map((end, place) => text.slice(at[place], end))
      expect(pieces.flatMap((piece) => read(piece))).toEqual(events)
    }),
  )
})

test('an event that is not finished is not given', () => {
  expect(createEventReader()('event: delta\ndata: half\n')).toEqual([])
})
