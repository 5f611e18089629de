import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GameServer, type Gamesim, type ServerConfig, startGamesim, toSteamId64 } from '../index.ts'
import { HttpReceiver } from '../testing/http-receiver.ts'

let sim: Gamesim
let receiver: HttpReceiver

beforeEach(async () => {
  receiver = await HttpReceiver.open()
})

afterEach(async () => {
  await sim.close()
  await receiver.close()
})

const [inferno = [], mirage = []] = ['inferno', 'mirage'].map((match) => {
  const path = new URL(`../../server/domains/events/testing/recorded/${match}.log`, import.meta.url)
  return readFileSync(path, 'utf8').trimEnd().split('\n').map(formOf)
})

const recorded = [...inferno, ...mirage]
const reload = 'World triggered "Match_Reloaded" on "MAP"'

/** A line without its time, with every name, number, map and word of a player replaced. */
function formOf(line: string): string {
  return line
    .replace(/^(L )?[\d/]{10} - [\d:.]+(:| -) /, '')
    .replaceAll(/"[^"]*<\d+><\[U:1:\d+\]><(\w*)>"/g, '"PLAYER<$1>"')
    .replaceAll(/"[^"]*<\d+><\[U:1:\d+\]>"/g, '"PLAYER"')
    .replaceAll(/"[^"]*<\d+><STEAM_ID_PENDING>"/g, '"PENDING"')
    .replace(/^"[^"]*<\d+><BOT><\w*>"/, '"BOT"')
    .replace(/( say(?:_team)?) ".*"$/, '$1 "TEXT"')
    .replace(/^((?:MatchStatus: )?Team playing "\w+": ).*$/, '$1NAME')
    .replace(/^("server" : ).*$/, '$1"NAME"')
    .replace(/^(rcon from ).*$/, '$1')
    .replace(/^(ACCOLADE, FINAL: )\{\w+\},\t[^\t]*<\d+>,/, '$1{AWARD},\tPLAYER,')
    .replace(/^"player_\d+" : .*$/, (row) => `player row of ${row.split(',').length} columns`)
    .replaceAll(/\b(de|cs|aim)_\w+/g, 'MAP')
    .replace(/(with|reason) "\w+"/, '$1 "WORD"')
    .replace(/ \((?:headshot|penetrated| )+\)$/, '')
    .replaceAll(/-?\d+(\.\d+)?/g, 'N')
}

async function oneServer(more: Partial<ServerConfig>): Promise<GameServer> {
  const settings = {
    mode: 'competitive',
    maxPlayers: 10,
    logUrls: [`${receiver.url}/log`],
    logRetryMs: 1,
    ...more,
  }
  sim = await startGamesim({ servers: [settings as Partial<ServerConfig>], seed: 'recorded' })
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  return server
}

const forms = () => receiver.lines.map(formOf)

/** The forms from the last line of one to the next line of another. */
function stretch(lines: readonly string[], first: string, last: string, after = 0): string[] {
  const begin = lines.indexOf(first, after)
  const end = lines.indexOf(last, begin)
  if (begin < 0 || end < 0) throw new Error(`no stretch from ${first} to ${last}`)
  return lines.slice(begin, end + 1).filter((line, index, all) => line !== all[index - 1])
}

const isOther = (line: string) => /^"(PLAYER|BOT)|^rcon|^Match pause/.test(line)

test('I9 a match has no line that a real match does not have', async () => {
  const server = await oneServer({ busy: 0.9, matchRounds: 4, stayMinutes: 200 })
  sim.advance(30 * 60_000)
  server.runCommandLine('mp_pause_match; mp_unpause_match; mp_restartgame 4')
  sim.advance(5 * 60_000)
  for (const player of server.game.roster.humans) server.disconnect(player)
  sim.advance(10 * 60_000)
  await server.flushLog()
  const known = new Set(recorded)
  const notRecorded = [/^"\w+" = /, /^server cvars/, /purchased|threw|killed other|was killed by the bomb/]
  // The recorded matches are too short for these.
  notRecorded.push(
    /SFUI_Notice_(Target_Saved|Target_Bombed|Bomb_Defused)/,
    /assisted killing/,
    /<(Spectator|)>" /,
  )
  const strange = forms().filter((line) => !known.has(line) && !notRecorded.some((form) => form.test(line)))
  expect([...new Set(strange)]).toEqual([])
})

test('I9 rounds and warm-ups have their lines in the recorded order', async () => {
  const server = await oneServer({ busy: 0.9, stayMinutes: 200, bots: 0 })
  sim.advance(20 * 60_000)
  await server.flushLog()
  const [real, simulated] = [recorded, forms()].map((lines) => lines.filter((line) => !isOther(line)))
  const matchStart = 'World triggered "Match_Start" on "MAP"'
  const freeze = 'Starting Freeze period'
  const wins = 'Team "CT" triggered "SFUI_Notice_CTs_Win" (CT "N") (T "N")'
  for (const [first, last] of [
    ['Started:  ""', 'World triggered "Warmup_Start"'],
    [freeze, matchStart],
    [matchStart, 'World triggered "Warmup_Start"'],
    ['World triggered "Warmup_End"', matchStart],
    [wins, 'World triggered "Round_Start"'],
  ] as const) {
    // The first round of the recorded match is a knife round, which is followed by another warm-up.
    const wanted = stretch(real ?? [], first, last, first === wins ? (real ?? []).lastIndexOf(reload) : 0)
    expect(stretch(simulated ?? [], first, last)).toEqual(wanted)
  }
})

test('I9 a backup is loaded with the recorded lines: everyone dies, changes sides and comes back', async () => {
  const server = await oneServer({ autoplay: false })
  const [a, b] = [1, 2].map((account) =>
    server.connect({
      name: `P${account}`,
      steamId: toSteamId64(account),
      side: account === 1 ? 'CT' : 'TERRORIST',
    }),
  )
  if (!a || !b) throw new Error('no players')
  const { game } = server
  game.startMatch()
  game.startRound()
  server.kill(a, b)
  game.winRound('CT', 'SFUI_Notice_CTs_Win')
  game.endRound()
  game.nextFreeze()
  game.startRound()
  server.kill(b, a)
  expect(server.runCommandLine('mp_backup_restore_load_file backup_round07.txt')).toContain('Failed to load')
  expect(server.runCommandLine('mp_backup_restore_load_file backup_round01.txt')).toBe('')
  await server.flushLog()
  const last = 'World triggered "Round_End"'
  expect(stretch(forms(), reload, last)).toEqual(stretch(recorded, reload, last))
  const dies = (side: string) => `"PLAYER<${side}>" [N N N] committed suicide with "WORD"`
  const moves = (from: string, to: string) => `"PLAYER" switched from team <${from}> to <${to}>`
  const expected = [
    dies('CT'),
    moves('CT', 'Spectator'),
    dies('TERRORIST'),
    moves('TERRORIST', 'Spectator'),
    moves('Spectator', 'CT'),
    moves('Spectator', 'TERRORIST'),
  ]
  const at = forms().indexOf(reload)
  expect(forms().slice(at - 6, at)).toEqual(expected)
  for (const form of expected) expect(recorded).toContain(form)
  expect(game.score).toEqual({ CT: 1, TERRORIST: 0 })
  expect(server.tally.player(toSteamId64(1))).toMatchObject({
    kills: 1,
    deaths: 0,
    suicides: 0,
    roundsWon: 1,
  })
  expect(server.tally.player(toSteamId64(2))).toMatchObject({
    kills: 0,
    deaths: 1,
    suicides: 0,
    roundsLost: 1,
  })
})

test('I9 the console speaks, pauses and restarts as CS2 writes it', async () => {
  const server = await oneServer({ autoplay: false })
  server.runCommandLine('say hello; mp_pause_match; mp_pause_match; mp_unpause_match; mp_restartgame 4')
  await server.flushLog()
  expect(receiver.lines.slice(-6).map((line) => line.slice(28))).toEqual([
    '"Console<0>" say "hello"',
    'Match pause is enabled - mp_pause_match',
    'Match pause is disabled - mp_unpause_match',
    'World triggered "Restart_Round_(4_seconds)"',
    'Team "CT" scored "0" with "0" players',
    'Team "TERRORIST" scored "0" with "0" players',
  ])
})

test('I9 no round begins during a pause', async () => {
  const server = await oneServer({ busy: 0.9, stayMinutes: 200 })
  sim.advance(5 * 60_000)
  server.runCommandLine('mp_pause_match')
  sim.advance(3 * 60_000)
  await server.flushLog()
  const rounds = () => forms().filter((line) => line === 'World triggered "Round_Start"').length
  const before = rounds()
  sim.advance(5 * 60_000)
  await server.flushLog()
  expect(rounds()).toBe(before)
  server.runCommandLine('mp_unpause_match')
  sim.advance(60_000)
  await server.flushLog()
  expect(rounds()).toBeGreaterThan(before)
})

test('I9 the seats of players who left are freed once the server is empty', async () => {
  const server = await oneServer({ autoplay: false })
  const player = server.connect({ name: 'A', steamId: toSteamId64(1), side: 'CT' })
  server.disconnect(player)
  sim.advance(60_000)
  await server.flushLog()
  const freed = '"A<0><STEAM_ID_PENDING>" switched from team <CT> to <Unassigned>'
  const at = receiver.lines.findIndex((line) => line.endsWith(freed))
  expect(at).toBeGreaterThan(0)
  const pending = '"PENDING" switched from team <CT> to <Unassigned>'
  const last = 'World triggered "Warmup_Start"'
  const wanted = stretch(inferno.slice(inferno.lastIndexOf(pending)), pending, last)
  expect(stretch(forms(), pending, last)).toEqual(wanted.filter((line) => !line.startsWith('player row')))
})
