import { randomUUIDv7 } from 'node:crypto'
import { type Expected, everybody, ops, signedIn } from './expected.ts'

const params = { id: ':rental' }
const body = { instance_id: ':rental' }
const region = { params: { code: 'ap-shanghai' } }
const unknown = { params: { number: 'sv-000000' } }
const command = { params: { id: randomUUIDv7() } }

/** G19: Only the owner may; an admin gets a refusal, and for all others the server does not exist. */
const ownerAlone = (status: number, rest: Omit<Expected, 'statuses'>): Expected => ({
  statuses: [401, 404, 404, 403, status, 404],
  ...rest,
})
/** G19: what its admins may too. */
const ownerAndAdmins = (status: number, rest: Omit<Expected, 'statuses'>): Expected => ({
  statuses: [401, 404, 404, status, status, 404],
  ...rest,
})

const unknownJob = '00000000-0000-7000-8000-000000000000'

/** Practice servers. The one of `:rental` runs, the owner's; the member is on its list of admins. */
export const rentalsTable: Record<string, Expected> = {
  'GET /api/operator/game-settings': ops(200),
  'PATCH /api/operator/game-settings': ops(200, { body: { nightlyHour: 5 } }),
  'GET /api/operator/login-tokens': ops(200),
  'POST /api/operator/login-tokens': ops(200, { body: { tokens: ['0123456789ABCDEF0123456789ABCDEF'] } }),
  'POST /api/operator/login-tokens/create': ops(409, { body: { count: 1 } }),
  'POST /api/operator/login-tokens/check': ops(409),
  'DELETE /api/operator/login-tokens/:id': ops(404, command),
  'GET /api/operator/game-updates': ops(200),
  'POST /api/operator/game-updates/check': ops(200),
  'POST /api/operator/game-updates/hosts/:hostName/install': ops(409, { params: { hostName: 'local' } }),
  'PUT /api/operator/game-updates/hosts/:hostName/build': ops(409, {
    params: { hostName: 'local' },
    body: { build: '1' },
  }),
  'PUT /api/operator/game-updates/hosts/:hostName/hold': ops(409, {
    params: { hostName: 'local' },
    body: { reason: 'a match' },
  }),
  'DELETE /api/operator/game-updates/hosts/:hostName/hold': ops(409, { params: { hostName: 'local' } }),
  'PUT /api/operator/game-updates/hold': ops(200, { body: { reason: 'a match' } }),
  'DELETE /api/operator/game-updates/hold': ops(200),
  'PUT /api/operator/game-updates/deadline': ops(200, { body: { minutes: 30 } }),
  'DELETE /api/operator/game-updates/deadline': ops(200),
  'GET /api/operator/fleet-jobs': ops(200),
  'PUT /api/operator/hosts/:hostName/cordon': ops(204, { params: { hostName: 'local' } }),
  'DELETE /api/operator/hosts/:hostName/cordon': ops(204, { params: { hostName: 'local' } }),
  'POST /api/operator/hosts/:hostName/drain': ops(404, { params: { hostName: 'nowhere' }, body: {} }),
  'PUT /api/operator/regions/:code/cordon': ops(204, { params: { code: 'ap-seoul' } }),
  'DELETE /api/operator/regions/:code/cordon': ops(204, { params: { code: 'ap-seoul' } }),
  'POST /api/operator/fleet-jobs/restart': ops(404, { body: { numbers: ['sv-000000'] } }),
  'PUT /api/operator/fleet-jobs/:id/deadline': ops(404, {
    params: { id: unknownJob },
    body: { minutes: 30 },
  }),
  'POST /api/operator/fleet-jobs/:id/cancel': ops(404, { params: { id: unknownJob } }),
  'GET /api/scrim/commands': everybody(200),
  'GET /api/scrim/info': everybody(200),
  'GET /api/scrim/getUserServers': signedIn(200),
  'GET /api/scrim/available-regions': signedIn(200),
  'POST /api/scrim/change-password': ownerAlone(200, { body: { ...body, password: 'clutch2026' } }),
  'GET /api/scrim/maps': signedIn(200),
  'GET /api/scrim/maps/:name/picture': everybody(404, { params: { name: 'de_mirage' } }),
  'GET /api/scrim/workshop-maps': signedIn(424, { query: 'text=aim' }),
  'POST /api/scrim/change-map': ownerAndAdmins(200, {
    body: { ...body, map: 'de_mirage', mode: 'practice' },
  }),
  'POST /api/scrim/restart-server': ownerAlone(200, { body }),
  'POST /api/scrim/verify-server': ownerAlone(200, { body }),
  'POST /api/scrim/server/:id/switch-region': ownerAlone(409, {
    params,
    body: { targetRegion: 'ap-shanghai' },
  }),
  'GET /api/scrim/server/:id/admins': ownerAndAdmins(200, { params }),
  'PUT /api/scrim/server/:id/admins': ownerAlone(400, { params, body: { admins: [] } }),
  'GET /api/scrim/server/:id/past-teammates': ownerAlone(200, { params }),
  'GET /api/scrim/server/:id/demos': ownerAndAdmins(200, { params }),
  'GET /api/scrim/server/:id/demos/:name/download': signedIn(404, { params: { ...params, name: 'a.dem' } }),
  'DELETE /api/scrim/server/:id/demos/:name': ownerAlone(404, { params: { ...params, name: 'a.dem' } }),
  'GET /api/scrim/server/:id/grenades': ownerAndAdmins(200, { params }),
  'GET /api/scrim/server/:id/grenades/:version': signedIn(404, {
    params: { ...params, version: unknownJob },
  }),
  'POST /api/scrim/restore-grenades': ownerAlone(404, { body: { ...body, version: unknownJob } }),
  'POST /api/scrim/upload-grenades': ownerAlone(200, { body: { ...body, grenades: {} } }),
  'POST /api/scrim/server/:id/refund': ownerAlone(409, { params }),
  'GET /api/demos/:ticket/:name': everybody(404, { params: { ticket: 'x', name: 'a.dem' } }),
  'POST /api/events/demos': everybody(401, { body: {} }),
  'GET /api/events/host-check': everybody(401),
  'POST /api/events/host-check/probe': everybody(401, {
    body: { ip: '203.0.113.1', port: 27015, rcon_password: 'x' },
  }),
  'POST /api/operator/host-checks': ops(200),

  'GET /api/operator/regions': ops(200),
  'POST /api/operator/regions': ops(400, { body: {} }),
  'DELETE /api/operator/regions/:code': ops(404, { params: { code: 'no-such' } }),
  'PATCH /api/operator/regions/:code': ops(200, { ...region, body: {} }),
  'PUT /api/operator/regions/:code/maintenance': ops(200, { ...region, body: {} }),
  'DELETE /api/operator/regions/:code/maintenance': ops(204, region),
  'GET /api/operator/rentals': ops(200),
  'GET /api/operator/rentals/:number': ops(404, unknown),
  'POST /api/operator/rentals/:number/extend': ops(404, { ...unknown, body: { hours: 1 } }),
  'POST /api/operator/rentals/:number/restart': ops(404, unknown),
  'POST /api/operator/rentals/:number/move': ops(404, { ...unknown, body: { region: 'ap-tokyo' } }),
  'POST /api/operator/rentals/:number/end': ops(404, unknown),
  'GET /api/operator/rentals/:number/players': ops(404, unknown),
  'POST /api/operator/rentals/:number/players/moderate': ops(404, {
    ...unknown,
    body: { action: 'kick', userId: 1 },
  }),
  'PUT /api/operator/rentals/:number/moderation': ops(404, { ...unknown, body: { preset: null } }),
  'PUT /api/operator/rentals/:number/maintenance': ops(404, { ...unknown, body: {} }),
  'DELETE /api/operator/rentals/:number/maintenance': ops(404, unknown),
  'GET /api/operator/hosts': ops(200),
  'GET /api/operator/commands': ops(200),
  'POST /api/operator/commands': ops(400, { body: {} }),
  'PATCH /api/operator/commands/:id': ops(404, { ...command, body: {} }),
  'DELETE /api/operator/commands/:id': ops(404, command),
}
