import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { readDatagram, readReply } from './a2s-packets.ts'
import { SplitReply } from './a2s-exchange.ts'

const simple = Buffer.from([0xff, 0xff, 0xff, 0xff])
const text = (value: string) => Buffer.from(`${value}\0`)

function info(
  fields: { name?: string; map?: string; players?: number; bots?: number; password?: number } = {},
) {
  const { name = 'Retakes #1', map = 'de_mirage', players = 12, bots = 3, password = 0 } = fields
  return Buffer.concat([
    Buffer.from([0x49, 17]),
    text(name),
    text(map),
    text('csgo'),
    text('Counter-Strike 2'),
    Buffer.from([0xda, 0x02, players, 16, bots, 0x64, 0x6c, password, 1]),
    text('1.41.3.1'),
  ])
}

function row(name: string, seconds: number) {
  const time = Buffer.alloc(8)
  time.writeFloatLE(seconds, 4)
  return Buffer.concat([Buffer.from([0]), text(name), time])
}

function parts(payload: Buffer, size: number, id = 7) {
  const whole = Buffer.concat([simple, payload])
  const total = Math.ceil(whole.length / size)
  return Array.from({ length: total }, (_, number) => {
    const head = Buffer.alloc(12)
    head.writeInt32LE(-2, 0)
    head.writeInt32LE(id, 4)
    head.set([total, number], 8)
    return Buffer.concat([head, whole.subarray(number * size, (number + 1) * size)])
  })
}

test('reads an INFO answer: players count bots, a password locks', () => {
  expect(readReply(info({ password: 1 }))).toEqual({
    kind: 'info',
    info: {
      name: 'Retakes #1',
      map: 'de_mirage',
      players: 12,
      max: 16,
      bots: 3,
      locked: true,
      gameVersion: '1.41.3.1',
    },
  })
})

test('D2 a workshop map is called by its name', () => {
  const reply = readReply(info({ map: 'workshop/3070284539/de_x' }))
  expect(reply).toMatchObject({ info: { map: 'de_x' } })
})

test('an INFO answer cut off anywhere before its visibility is no answer', () => {
  const whole = info()
  const needed = whole.length - text('1.41.3.1').length - 1
  for (let length = 0; length < needed; length++) expect(readReply(whole.subarray(0, length))).toBeNull()
  expect(readReply(whole.subarray(0, needed))).toMatchObject({ info: { gameVersion: null } })
})

test('D18 the version is that of Counter-Strike 2: another game has none, nor has an odd text', () => {
  const whole = info()
  const other = Buffer.from(whole)
  other.writeUInt16LE(240, other.indexOf(text('Counter-Strike 2')) + text('Counter-Strike 2').length)
  expect(readReply(whole)).toMatchObject({ info: { gameVersion: '1.41.3.1' } })
  expect(readReply(other)).toMatchObject({ info: { gameVersion: null } })
  const odd = Buffer.concat([whole.subarray(0, -text('1.41.3.1').length), text('<b>1.41</b>')])
  expect(readReply(odd)).toMatchObject({ info: { gameVersion: null } })
})

test('names lose control characters and direction marks, and are cut at their longest', () => {
  const reply = readReply(info({ name: `\u0007a\u202Eb\u2066${'c'.repeat(500)}`, map: 'x'.repeat(500) }))
  expect(reply).toMatchObject({ info: { name: `ab${'c'.repeat(118)}`, map: 'x'.repeat(80) } })
})

test('reads players; a time that makes no sense is left out, a row that is cut off ends the list', () => {
  const rows = Buffer.concat([row('甲', 61.9), row('', 5), row('bot', -1), row('x', Number.NaN)])
  const reply = readReply(Buffer.concat([Buffer.from([0x44, 9]), rows, Buffer.from([0, 0x41])]))
  expect(reply).toEqual({
    kind: 'players',
    players: [{ name: '甲', seconds: 61 }, { name: '', seconds: 5 }, { name: 'bot' }, { name: 'x' }],
  })
})

test('the single row of a server that hides its players is no player', () => {
  expect(readReply(Buffer.concat([Buffer.from([0x44, 1]), row('Max Players', 4)]))).toMatchObject({
    players: [],
  })
})

test('a split answer comes together in any order, with repeated parts, and with parts of another answer before it', () => {
  const rows = Array.from({ length: 40 }, (_, at) => row(`player ${at}`, at))
  const payload = Buffer.concat([Buffer.from([0x44, 40]), ...rows])
  const split = parts(payload, 100)
  fc.assert(
    fc.property(fc.shuffledSubarray(split, { minLength: split.length }), (order) => {
      const answer = new SplitReply()
      const [stray] = parts(payload, 300, 99)
      const given = [stray, ...order.flatMap((datagram) => [datagram, datagram])].map((datagram) => {
        const read = readDatagram(datagram ?? Buffer.alloc(0))
        return read && 'part' in read ? answer.add(read.part) : null
      })
      const complete = given.filter((whole) => whole !== null)
      expect(complete).toHaveLength(1)
      expect(complete[0]?.equals(payload)).toBe(true)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('more parts than 32, a number outside, an oversized or a compressed part are refused', () => {
  const part = (total: number, number: number, size = 10, id = 1) => {
    const datagram = Buffer.alloc(12 + size)
    datagram.writeInt32LE(-2, 0)
    datagram.writeUInt32LE(id, 4)
    datagram.set([total, number], 8)
    return readDatagram(datagram)
  }
  expect(part(32, 31)).not.toBeNull()
  for (const refused of [
    part(33, 0),
    part(2, 2),
    part(0, 0),
    part(2, 0, 5_000),
    part(2, 0, 10, 0x80000001),
  ]) {
    expect(refused).toBeNull()
  }
})

test('any bytes: never an exception, never more than the caps', () => {
  const mutated = fc
    .tuple(
      fc.constantFrom(info(), ...parts(info(), 20)),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }),
    )
    .map(([bytes, edits]) => {
      const copy = Buffer.from(bytes)
      for (const [at, value] of edits) copy[at % copy.length] = value
      return copy
    })
  const arbitrary = fc.oneof(
    fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes)),
    mutated,
  )
  const answer = new SplitReply()
  fc.assert(
    fc.property(arbitrary, fc.boolean(), (bytes, framed) => {
      const read = readDatagram(framed ? Buffer.concat([simple, bytes]) : bytes)
      const payload = read && ('whole' in read ? read.whole : answer.add(read.part))
      const reply = payload && readReply(payload)
      const { name, map, bots, players } =
        reply?.kind === 'info' ? reply.info : { name: '', map: '', bots: 0, players: 0 }
      const rows = reply?.kind === 'players' ? reply.players : []
      expect([name.length <= 120, map.length <= 80, bots <= players]).toEqual([true, true, true])
      expect(rows.length <= 255 && rows.every((each) => each.name.length <= 64)).toBe(true)
    }),
    { numRuns: propertyRuns(100_000) },
  )
})
