import * as z from 'zod/mini'
import { line } from '../shared/fields.ts'
import { hostAddressSchema } from '../shared/host-address.ts'
import { defineCall } from '../call.ts'
import { serverTestSchema } from '../servers/operator-server-control.ts'

const time = z.number()

/** A token that a host proves its way to and from the portal by; it is shown only once. */
export const operatorCreateHostCheck = defineCall({
  id: 'operatorCreateHostCheck',
  method: 'POST',
  path: '/api/operator/host-checks',
  who: 'operator',
  area: 'servers',
  tag: 'operator',
  audit: 'createHostCheck',
  summary:
    'Creates a token for `game-host doctor`, valid for an hour: logs and demos that a host sends by it are noted and not stored.',
  reply: z.object({ token: z.string(), expires: time }),
})

export const getHostCheck = defineCall({
  id: 'getHostCheck',
  method: 'GET',
  path: '/api/events/host-check',
  who: 'game-server',
  tag: 'events',
  summary:
    'What arrived by the token of a host check (`Authorization: Bearer TOKEN`), in bytes; null where nothing did.',
  reply: z.object({ log: z.nullable(z.number()), demo: z.nullable(z.number()), expires: time }),
  errors: ['event.unknown_secret'],
})

export const probeCheckedHost = defineCall({
  id: 'probeCheckedHost',
  method: 'POST',
  path: '/api/events/host-check/probe',
  who: 'game-server',
  tag: 'events',
  summary: 'Queries a game server of a checked host from the portal, over A2S and RCON. Nothing is stored.',
  body: z.strictObject({
    ip: hostAddressSchema,
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    rcon_password: line(200),
  }),
  reply: serverTestSchema,
  errors: ['event.unknown_secret'],
})
