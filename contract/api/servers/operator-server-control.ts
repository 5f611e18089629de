import * as z from 'zod/mini'
import { rconCommandMaxLength } from '../../limits.ts'
import { defineCall } from '../call.ts'
import { hostAddressSchema } from '../shared/host-address.ts'
import { reportAddressSchema } from '../events/operator-log-feeds.ts'
import { idParams, idSchema, line } from '../shared/fields.ts'

const failedProbe = z.enum(['silent', 'refused', 'unreachable', 'private_address'])

/** What a question to a server came to, and after how many ms. */
const probeSchema = <Detail extends z.ZodMiniType>(detail: Detail) =>
  z.object({
    ok: z.boolean(),
    ms: z.number(),
    /**
     * The reason: no answer, the password refused, connection refused, an address the portal may not call.
     */
    problem: z.nullable(failedProbe),
    detail: z.nullable(detail),
  })

export const serverTestSchema = z.object({
  query: probeSchema(
    z.object({ name: z.string(), map: z.string(), players: z.number(), max: z.number(), bots: z.number() }),
  ),
  /** Null where no password was given. */
  rcon: z.nullable(probeSchema(z.object({ hostname: z.string() }))),
})

export type ServerTest = z.infer<typeof serverTestSchema>

export const operatorTestServer = defineCall({
  id: 'operatorTestServer',
  method: 'POST',
  path: '/api/operator/servers/test',
  who: 'operator',
  area: 'servers',
  tag: 'operator',
  audit: 'testServer',
  summary:
    'Asks a game server that need not be registered: its query port and, with a password, its console. Nothing is stored.',
  body: z.strictObject({
    ip: hostAddressSchema,
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    protocol: z._default(z.string().check(z.regex(/^[a-z0-9_]{2,40}$/)), 'valve'),
    rcon_password: z.optional(line(200)),
    /** Whose stored password is taken where none is given. */
    server: z.optional(idSchema),
  }),
  reply: serverTestSchema,
  errors: ['server.not_registered'],
})

export const serverLogTestSchema = z.extend(reportAddressSchema, {
  delivered: z.boolean(),
  /** Whether the server got a new secret for the test, since it did not report by one that counts; earlier secrets no longer count. */
  renewed: z.boolean(),
  /** How long the first batch took from the line that was said; null where none came. */
  ms: z.nullable(z.number()),
})

export type ServerLogTest = z.infer<typeof serverLogTestSchema>

export const operatorTestServerLog = defineCall({
  id: 'operatorTestServerLog',
  method: 'POST',
  path: '/api/operator/servers/:id/test-log',
  who: 'operator',
  area: 'servers',
  tag: 'operator',
  audit: 'testLog',
  summary:
    'Makes a server write a line and waits until it arrives, for eight seconds at most. A server that does not report here yet gets a new secret over RCON, which revokes earlier ones.',
  params: idParams,
  reply: serverLogTestSchema,
  errors: ['server.not_registered', 'server.no_rcon', 'server.rcon_failed', 'server.private_address'],
})

const rconCommandSchema = line(rconCommandMaxLength).check(
  z.refine((text) => text.trim() !== '', 'a command'),
)

/** What a console answered: secrets masked, the middle left out where it was very long. */
export const rconReplySchema = z.object({ command: z.string(), output: z.string(), ms: z.number() })

export type RconReply = z.infer<typeof rconReplySchema>

/** Errors of calls that send a command to a server. */
export const rconErrors = [
  'server.not_registered',
  'server.no_rcon',
  'server.rcon_failed',
  'server.private_address',
] as const

export const operatorRunRconCommand = defineCall({
  id: 'operatorRunRconCommand',
  method: 'POST',
  path: '/api/operator/servers/:id/rcon',
  who: 'operator',
  area: 'rcon',
  tag: 'operator',
  audit: 'rcon',
  summary:
    'Runs one console line on a server; semicolons separate commands. Line, answer and operator are stored, secrets masked.',
  params: idParams,
  body: z.strictObject({ command: rconCommandSchema }),
  reply: rconReplySchema,
  errors: rconErrors,
})

export const rconLogEntrySchema = z.object({
  id: idSchema,
  at: z.number(),
  /** A SteamID64, or `operator` for the operator's token. */
  actor: z.string(),
  command: z.string(),
  output: z.string(),
  ms: z.number(),
  /** Why it did not run; null where it did. */
  refused: z.nullable(z.string()),
})

export type RconLogEntry = z.infer<typeof rconLogEntrySchema>

export const operatorListRconLog = defineCall({
  id: 'operatorListRconLog',
  method: 'GET',
  path: '/api/operator/servers/:id/rcon',
  who: 'operator',
  area: 'rcon',
  tag: 'operator',
  summary: 'The recent RCON commands of a server, oldest first.',
  params: idParams,
  reply: z.array(rconLogEntrySchema),
  errors: ['server.not_registered'],
})

export const rconCompletionsSchema = z.object({
  /** Maps the server has, as reported by it; empty if it reports none. */
  maps: z.array(z.string()),
  players: z.array(z.object({ userId: z.nullable(z.number()), name: z.string() })),
})

export type RconCompletions = z.infer<typeof rconCompletionsSchema>

export const operatorListRconCompletions = defineCall({
  id: 'operatorListRconCompletions',
  method: 'GET',
  path: '/api/operator/servers/:id/rcon/words',
  who: 'operator',
  area: 'rcon',
  tag: 'operator',
  summary:
    'What a console line on this server may be completed with besides commands: its maps, and who plays.',
  params: idParams,
  reply: rconCompletionsSchema,
  errors: ['server.not_registered'],
})

/** One line of a server's log; `at` is when it came, ms since 1970 (UTC). Addresses of players are masked. */
export const logLineSchema = z.object({ at: z.number(), text: z.string() })

export type LogLine = z.infer<typeof logLineSchema>

export const operatorStreamServerLog = defineCall({
  id: 'operatorStreamServerLog',
  method: 'GET',
  path: '/api/operator/servers/:id/log',
  content: ['text/event-stream'],
  who: 'operator',
  area: 'servers',
  tag: 'operator',
  summary:
    'A server’s live log, as server-sent events `lines`, starting with the last hundred. RCON commands are not in it.',
  params: idParams,
  errors: ['server.not_registered', 'stream.full', 'stream.address_full'],
})
