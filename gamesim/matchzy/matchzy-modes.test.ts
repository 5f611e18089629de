import { afterEach, expect, test } from 'vitest'
import { type Gamesim, type GameServer, startGamesim } from '../index.ts'

let sim: Gamesim | undefined
afterEach(() => sim?.close())

async function start(wallClock?: () => number): Promise<GameServer> {
  sim = await startGamesim({
    servers: [{ mode: 'competitive', autoplay: false }],
    ...(wallClock && { wallClock }),
  })
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  return server
}

test('MatchZy reads its own values as they were typed: with quotes they change nothing', async () => {
  const server = await start()
  server.runCommandLine('matchzy_autostart_mode "2"; matchzy_playout_enabled_default "true"')
  expect([
    server.cvars.get('matchzy_autostart_mode'),
    server.cvars.get('matchzy_playout_enabled_default'),
  ]).toEqual(['1', 'false'])
  server.runCommandLine('matchzy_autostart_mode 2; matchzy_playout_enabled_default true')
  server.runCommandLine('changelevel de_nuke')
  expect([server.game.map, server.cvars.get('sv_cheats')]).toEqual(['de_nuke', 'true'])
  expect(server.cvars.get('matchzy_playout_enabled_default')).toBe('true')
  server.runCommandLine('css_match')
  expect(server.cvars.get('sv_cheats')).toBe('false')
  expect(server.runCommandLine('css_scrim')).toBe("Unknown command 'css_scrim'!\n")
})

test('a Workshop map that cannot be downloaded leaves the server on its map, and so does one that is not there', async () => {
  const server = await start()
  expect(server.runCommandLine('host_workshop_map 3070280000')).toBe('')
  expect(server.runCommandLine('changelevel nothing')).toContain('CHANGELEVEL FAILED')
  expect(server.game.map).toBe('de_dust2')
  server.runCommandLine('host_workshop_map 3070284539')
  expect(server.game.map).toBe('workshop_3070284539')
})
