import { randomUUIDv7 } from 'node:crypto'
import { type Expected, ops } from './expected.ts'

const unknown = { params: { id: randomUUIDv7() } }
const steamId = '76561198000000001'

/** Tests of game servers, their consoles and who plays there. */
export const serversTable: Record<string, Expected> = {
  'POST /api/operator/servers/test': ops(400, {
    body: { ip: '127.0.0.1', port: 1, protocol: 'no_such_game' },
  }),
  'POST /api/operator/servers/:id/test-log': ops(404, unknown),
  'POST /api/operator/servers/:id/rcon': ops(404, { ...unknown, body: { command: 'status' } }),
  'GET /api/operator/servers/:id/rcon': ops(404, unknown),
  'GET /api/operator/servers/:id/rcon/words': ops(404, unknown),
  'GET /api/operator/servers/:id/players': ops(404, unknown),
  'POST /api/operator/servers/:id/players/kick': ops(404, { ...unknown, body: { userId: 1 } }),
  'POST /api/operator/servers/:id/players/ban': ops(404, { ...unknown, body: { steamId, minutes: 5 } }),
  'POST /api/operator/servers/:id/players/moderate': ops(404, {
    ...unknown,
    body: { action: 'mute', steamId },
  }),
  'POST /api/operator/servers/:id/message': ops(404, { ...unknown, body: { text: 'hello' } }),
}
