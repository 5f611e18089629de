import type { Server } from '@clutch/contract/api/servers/servers.ts'

/** A server for tests: an ordinary one, with what the test cares about. */
export function createServer(about: Partial<Server> = {}): Server {
  const id = about.id ?? 'a'
  return {
    id,
    ip: '198.51.100.7',
    port: 27_015,
    name: `server ${id}`,
    name_display: '',
    players: '4/10',
    map: 'de_mirage',
    region: 'ap-shanghai',
    category: 'retakes',
    open: 1,
    ontop: 0,
    star: 0,
    bots: 0,
    reserved: 2,
    tickrate: '128 tick',
    locked: false,
    ...about,
  }
}
