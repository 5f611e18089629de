import { describe, expect, test } from 'vitest'
import { formatLogLine, formatTimestamp } from '@clutch/gamesim/log/log-lines.ts'
import type { GameEvent, PlayerIdentity } from '@clutch/gamesim/game-events.ts'
import { maxLineLength, parseLine } from './log-parser.ts'

const at = Date.UTC(2026, 10, 21, 14, 2, 7, 123)
const sent = '11/21/2026 - 14:02:07.123 - '
const read = (text: string) => parseLine(sent + text)

const a: PlayerIdentity = { name: 'A', userId: 2, steamId: '76561197960265729', team: 'CT' }
const b: PlayerIdentity = { name: '老王', userId: 3, steamId: '76561197960265730', team: 'TERRORIST' }
const bot: PlayerIdentity = { name: 'Ivan', userId: 9, steamId: null, team: 'CT' }
const kill = {
  kind: 'killed',
  killer: a,
  victim: b,
  killerAt: [-12, 30, 1],
  victimAt: [4, 5, 6],
  weapon: 'ak47',
  headshot: true,
  penetrated: false,
  warmup: false,
  teamKill: false,
} as const
const by = { player: a, at: [1, -2, 3], warmup: false } as const

const forms: readonly [GameEvent, object][] = [
  [kill, { kind: 'killed', killer: a, victim: b, weapon: 'ak47', headshot: true }],
  [
    { ...kill, penetrated: true },
    { kind: 'killed', headshot: true },
  ],
  [
    { ...kill, headshot: false, penetrated: true },
    { kind: 'killed', headshot: false },
  ],
  [
    { ...kill, killer: bot, weapon: 'm4a1_silencer' },
    { killer: bot, weapon: 'm4a1_silencer' },
  ],
  [
    { kind: 'suicide', ...by, weapon: 'world', afterLeaving: false },
    { kind: 'suicide', player: a, weapon: 'world' },
  ],
  [
    { kind: 'bombed', ...by },
    { kind: 'bombed', player: a },
  ],
  [
    { kind: 'connected', player: { ...a, team: 'Unassigned' }, address: '203.0.113.9:27005' },
    { kind: 'connected', player: { ...a, team: 'Unassigned' }, address: '203.0.113.9' },
  ],
  [
    { kind: 'connected', player: { ...a, team: 'Unassigned' }, address: 'loopback:0' },
    { kind: 'connected', player: { ...a, team: 'Unassigned' }, address: null },
  ],
  [
    { kind: 'entered', player: { ...bot, team: 'Unassigned' } },
    { kind: 'entered', player: { ...bot, team: 'Unassigned' } },
  ],
  [
    { kind: 'left', player: { ...a, team: 'Spectator' }, reason: 'Timed out' },
    { kind: 'left', player: { ...a, team: 'Spectator' } },
  ],
  [
    { kind: 'switched', player: a, to: 'TERRORIST' },
    { kind: 'switched', player: { ...a, team: 'Unassigned' }, to: 'TERRORIST' },
  ],
  [
    { kind: 'said', player: a, text: '!bind "x" <3', toTeam: false },
    { kind: 'said', player: a, text: '!bind "x" <3', toTeam: false },
  ],
  [
    { kind: 'said', player: a, text: '', toTeam: true },
    { kind: 'said', player: a, text: '', toTeam: true },
  ],
  [
    { kind: 'map-loading', map: 'de_dust2' },
    { kind: 'map-loading', map: 'de_dust2' },
  ],
  [{ kind: 'match-restarting', seconds: 4 }, { kind: 'match-restarting' }],
  [{ kind: 'match-reloaded', map: 'de_dust2' }, { kind: 'match-reloaded' }],
  [{ kind: 'freeze-started' }, { kind: 'freeze-started' }],
  [{ kind: 'match-started', map: 'de_dust2' }, { kind: 'match-started' }],
  [{ kind: 'round-started' }, { kind: 'round-started' }],
  [{ kind: 'round-ended' }, { kind: 'round-ended' }],
  [
    { kind: 'round-won', side: 'CT', notice: 'SFUI_Notice_CTs_Win', ct: 7, t: 3, present: [] },
    { kind: 'round-won', side: 'CT', notice: 'SFUI_Notice_CTs_Win' },
  ],
  [
    { kind: 'game-over', mode: 'competitive', map: 'de_mirage', ct: 13, t: 7, minutes: 31 },
    { kind: 'game-over' },
  ],
  [{ kind: 'warmup-started' }, { kind: 'warmup-started' }],
]

test.each(forms)('I9 a line of the game is read: %o', (gameEvent, event) => {
  expect(read(formatLogLine(gameEvent) ?? '')).toMatchObject({ ...event, at })
})

const others: readonly GameEvent[] = [
  { kind: 'map-started', map: 'de_dust2' },
  { kind: 'assisted', player: a, victim: b, flash: false, warmup: false },
  {
    kind: 'killed-other',
    player: a,
    at: [1, 2, 3],
    other: 'chicken<160>',
    otherAt: [1, 2, 3],
    weapon: 'ak47',
  },
  { kind: 'purchased', player: a, item: 'ak47' },
  { kind: 'threw', player: a, grenade: 'hegrenade', at: [1, 2, 3] },
  { kind: 'rcon', from: '203.0.113.9:5', command: 'say "Match_Start"' },
  { kind: 'cvar', name: 'sv_password', value: 'x' },
]

test.each(others)('I9 a line with nothing to count is no event: %o', (gameEvent) => {
  expect(read(formatLogLine(gameEvent) ?? '')).toBeNull()
})

describe('real forms', () => {
  test.each([
    ['"M J<2><[U:1:395318202]>" switched from team <Unassigned> to <CT>', { kind: 'switched', to: 'CT' }],
    ['"A<2><[U:1:1]><CT>" switched from team <CT> to <Spectator>', { kind: 'switched', to: 'Spectator' }],
    ['"A<2><[U:1:1]><Unassigned>" disconnected (reason "NETWORK_DISCONNECT (1)")', { kind: 'left' }],
    ['Team "TERRORIST" triggered "SFUI_Notice_Target_Bombed"', { kind: 'round-won', side: 'TERRORIST' }],
    ['Started map "de_dust2" (CRC "-12")', { kind: 'map-started', map: 'de_dust2' }],
    ['Log file started (file "logs/2026_11_21_000.log") (game "csgo")', { kind: 'log-started' }],
    [
      '"A<2><[U:1:1]><CT>" [1 2 3] killed "B<3><BOT><TERRORIST>" [4 5 6] with "awp" (attackerblind noscope headshot)',
      { kind: 'killed', weapon: 'awp', headshot: true },
    ],
  ])('I9 %s', (line, event) => {
    expect(read(line)).toMatchObject(event)
  })

  test.each([
    '"Console<0><Console><Console>" say "hello"',
    '"Console<0>" say "hello"',
    '"sv_password" = "x"',
    'server_message: "quit"',
    'World triggered "SFUI_Notice_Round_Draw" (CT "11") (T "0")',
    '"a<1><STEAM_ID_PENDING>" switched from team <Unassigned> to <CT>',
    '"a<1><STEAM_ID_PENDING><>" connected, address "192.0.2.1:5"',
    'Team "CT" scored "7" with "5" players',
    'Team playing "CT": A<2><[U:1:1]><CT>',
    '',
  ])('I9 no event: %s', (line) => {
    expect(read(line)).toBeNull()
  })
})

describe('stamps', () => {
  const entered = '"A<2><[U:1:1]><>" entered the game'

  test.each([
    ['11/21/2026 - 14:02:07.123 - ', at],
    ['L 11/21/2026 - 14:02:07: ', at - 123],
    ['02/29/2028 - 23:59:59.999 - ', Date.UTC(2028, 1, 29, 23, 59, 59, 999)],
    ['01/01/2000 - 00:00:00.000 - ', Date.UTC(2000, 0, 1)],
    ['03/01/2100 - 00:00:00.000 - ', Date.UTC(2100, 2, 1)],
  ])('I9 %s', (text, time) => {
    expect(parseLine(text + entered)?.at).toBe(time)
  })

  test('I9 every day of many years is read as the calendar has it', () => {
    for (let day = Date.UTC(1996, 0, 1); day < Date.UTC(2105, 0, 1); day += 86_400_000) {
      expect(parseLine(`${formatTimestamp(day)} - ${entered}`)?.at).toBe(day)
    }
  })

  test.each([
    '02/29/2026 - 14:02:07.123 - ',
    '02/29/2100 - 14:02:07.123 - ',
    '13/01/2026 - 14:02:07.123 - ',
    '00/01/2026 - 14:02:07.123 - ',
    '11/31/2026 - 14:02:07.123 - ',
    '11/00/2026 - 14:02:07.123 - ',
    '11/21/2026 - 24:02:07.123 - ',
    '11/21/2026 - 14:60:07.123 - ',
    '11/21/2026 - 14:02:60.123 - ',
    '11/21/2026 - 14:02:07.12x - ',
    '11/21/2026 - 14:02:07 - ',
    '11-21-2026 - 14:02:07.123 - ',
    'L 11/21/2026 - 14:02:07.123 - ',
    'L 11/21/2026 - 14:02:07 ',
    '',
  ])('I9 there is no such time: %s', (text) => {
    expect(parseLine(text + entered)).toBeNull()
  })
})

describe('who it was', () => {
  test.each([
    'say "hi"',
    '<3',
    '<<AWP>>',
    'a<b>c',
    'x" killed "y',
    '" entered the game',
    '[U:1:1]',
    '<CT>',
    '老<6>六',
    '<5><7>',
    'x'.repeat(900),
    '',
  ])('I9 a name may be %s', (name) => {
    const player = { ...a, name }
    expect(read(formatLogLine({ kind: 'entered', player }) ?? '')).toEqual({ kind: 'entered', at, player })
    const killed = { ...kill, killer: player, victim: { ...b, name } }
    expect(read(formatLogLine(killed) ?? '')).toMatchObject({ killer: player, victim: { ...b, name } })
  })

  test.each([
    '<99><[U:1:7]><CT>',
    'a<1><BOT><CT>',
    'a<1><Console><Console>',
    'a<1><STEAM_1:0:5><TERRORIST>',
    'x<1><[U:1:2]><CT>" [0 0 0] killed "y',
    'x<1><[U:1:2]>" switched from team <CT> to <CT>',
  ])('I9 a name that holds a second identity costs its lines: %s', (name) => {
    const player = { ...a, name }
    expect(read(formatLogLine({ kind: 'entered', player }) ?? '')).toBeNull()
    expect(read(formatLogLine({ ...kill, killer: player }) ?? '')).toBeNull()
    expect(read(formatLogLine({ ...kill, victim: player }) ?? '')).toBeNull()
  })

  test.each([
    ['[U:1:1]', '76561197960265729'],
    ['[U:1:4294967295]', '76561202255233023'],
    ['BOT', null],
  ])('I9 the id %s', (id, steamId) => {
    expect(read(`"A<2><${id}><>" entered the game`)).toMatchObject({ player: { steamId } })
  })

  test.each([
    '[U:1:0]',
    '[U:1:4294967296]',
    '[U:1:-1]',
    '[U:1:]',
    '[U:0:1]',
    '[A:1:1]',
    'Console',
    'STEAM_1:0:1',
    '76561197960265729',
    '',
  ])('I9 an id of no player: %s', (id) => {
    expect(read(`"A<2><${id}><>" entered the game`)).toBeNull()
  })

  test('I9 other teams and numbers name no player', () => {
    for (const identity of [
      '<2><[U:1:1]><Observer>',
      '<x><[U:1:1]><CT>',
      '<><[U:1:1]><CT>',
      '<4294967296><[U:1:1]><CT>',
    ]) {
      expect(read(`"A${identity}" entered the game`)).toBeNull()
    }
    expect(read('"A<2><[U:1:1]><CT>" switched from team <CT> to <Observer>')).toBeNull()
    expect(read('"A<2><[U:1:1]>" entered the game')).toBeNull()
  })
})

describe('a line is read to its both ends', () => {
  test.each([
    '"A<2><[U:1:1]><CT>" [1 2 3] killed "B<3><[U:1:2]><CT>" [4 5 6] with "ak47" (headshot) x',
    '"A<2><[U:1:1]><CT>" [1 2 3] killed "B<3><[U:1:2]><CT>" [4 5 6] with "ak 47"',
    '"A<2><[U:1:1]><CT>" [1 2] killed "B<3><[U:1:2]><CT>" [4 5 6] with "ak47"',
    '"A<2><[U:1:1]><CT>" [1 2 3] killed "B<3><[U:1:2]><CT>" with "ak47"',
    '"A<2><[U:1:1]><CT>" killed "B<3><[U:1:2]><CT>" with "ak47"',
    'x "A<2><[U:1:1]><CT>" [1 2 3] killed "B<3><[U:1:2]><CT>" [4 5 6] with "ak47"',
    '"A<2><[U:1:1]><CT>" entered the game.',
    '"A<2><[U:1:1]><CT>" [1 2 3] was killed by the bomb',
    '"A<2><[U:1:1]><CT>" [1 2 3] committed suicide with "world" again',
    '"A<2><[U:1:1]><CT>" say hello',
    '"A<2><[U:1:1]><CT>" connected, address "x" (reason "y")',
    'World triggered "Match_Start" on "de_dust2" or not',
  ])('I9 no event: %s', (line) => {
    expect(read(line)).toBeNull()
  })

  test('I9 a line longer than the game writes is ignored', () => {
    const longest = '"A<2><[U:1:1]><CT>" say "'
    const fill = (length: number) => `${longest}${'x'.repeat(length - sent.length - longest.length - 1)}"`
    expect(read(fill(maxLineLength))).not.toBeNull()
    expect(read(fill(maxLineLength + 1))).toBeNull()
  })

  test('I9 a hostile line of a megabyte costs nothing', () => {
    const started = process.cpuUsage()
    for (const piece of [
      '<',
      '<1>',
      '<1><',
      '<1><2><CT>',
      '"',
      '" [0 0 0] killed "',
      '<11111111111111>',
      '\\',
    ]) {
      expect(read(`"${piece.repeat(1_000_000 / piece.length)}`)).toBeNull()
      read(`"${piece.repeat(1_900 / piece.length)}" entered the game`)
      read(`"A<2><[U:1:1]><CT>" say "${piece.repeat(1_800 / piece.length)}"`)
    }
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(500)
  })
})
