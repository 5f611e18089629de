import * as z from 'zod/mini'
import { type ErrorCode, errorStatus } from '../../errors.ts'
import {
  type CallRateLimit,
  type RateLimit,
  apiTokenRateLimit,
  callRateLimits,
} from '../../rules/accounts/rate-limits.ts'
import { type Access, type Call, isOpenToTokens } from '../call.ts'
import { listErrors } from './list-errors.ts'
import { parameterTexts } from './parameters.ts'
import { callTags } from './tags.ts'

type Json = Record<string, unknown>

/** Of the calls, not of the portal: the first number changes when a client must change. */
const apiVersion = '1.0.0'

const callers: Record<Access, string> = {
  anyone: 'anyone',
  user: 'a signed-in user',
  'signed-in': 'a signed-in user, also before the second factor',
  operator:
    'an operator, by the operator’s token, by an API token or as an op who has shown the second factor',
  bearer: 'the bearer of the token it names',
  'game-server': 'a game server, with its own secret',
  provider: 'a payment provider, which signs its requests',
}

/**
 * Describes calls as an OpenAPI 3.1 document. Schemas of replies and bodies are named after their call.
 * @param publicUrl where the portal is; empty for a path on the same origin
 */
export function describeCalls(calls: readonly Call[], publicUrl: string): Json {
  const replies = nameSchemas(calls, 'output', ({ reply, row }) => ({ Reply: reply, Row: row }))
  const bodies = nameSchemas(calls, 'input', ({ body }) => ({ Body: body }))
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = (paths[call.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})
    path[call.method.toLowerCase()] = describeCall(call, { ...replies.names, ...bodies.names })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clutch',
      version: apiVersion,
      description: [
        'Every call of the portal. A failed one answers `{"error": text, "code": area.reason}`; the code decides what happened, the text is for people.',
        'Changes of this description: new calls, optional parameters, fields of answers and error codes may come with any version, so clients ignore what they do not know. A call is removed, or changed otherwise, only with a new number before the first dot, and is marked as deprecated in a version before.',
      ].join('\n\n'),
    },
    servers: [{ url: publicUrl === '' ? '/' : publicUrl }],
    tags: Object.entries(callTags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: errorSchema, ...replies.schemas, ...bodies.schemas },
      securitySchemes: {
        operator: { type: 'http', scheme: 'bearer', description: 'The token of the operator.' },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description: `An API token, \`clutch_\` and 43 characters, within its rights. All calls with one together: ${apiTokenRateLimit.times} in a minute at each process of the portal, beyond which they answer 429.`,
        },
        session: { type: 'http', scheme: 'bearer', description: 'The token of a session, a JWT.' },
        token: { type: 'http', scheme: 'bearer', description: 'A token that another call answered.' },
        gameServer: { type: 'http', scheme: 'bearer', description: 'The secret of a game server.' },
      },
    },
  }
}

type Names = Readonly<Record<string, string>>

function describeCall(call: Call, names: Names): Json {
  const { id, tag, summary, body, accepts } = call
  const parameters = [...describeParameters(call.params, 'path'), ...describeParameters(call.query, 'query')]
  const requestBody =
    body === undefined
      ? accepts && { required: true, content: { [accepts]: {} } }
      : {
          required: !isOptional(body),
          content: { 'application/json': { schema: refTo(names, `${id} Body`) } },
        }
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: describeCaller(call) + describeLimits(call),
    ...(call.limits && { 'x-rate-limits': call.limits.map(toRateLimit) }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...describeSuccess(call, names), ...describeFailures(call) },
    security: describeSecurity(call),
  }
}

/** The limits in words. A call that redirects sends the browser on with an error, where the others answer 429. */
function describeLimits({ limits, redirects }: Call): string {
  if (!limits) return ''
  const described = limits.map(({ name }) => {
    const { times, perMs, per, counts = 'requests' }: RateLimit = callRateLimits[name]
    return `${times} ${counts} in ${describeSpan(perMs)} for each ${per}`
  })
  const beyond = redirects ? 'sends the browser on with an error' : 'answers 429'
  return ` Beyond these limits it ${beyond}: ${described.join('; ')}.`
}

function describeSpan(ms: number): string {
  const minutes = ms / 60_000
  if (minutes < 60) return `${minutes} minutes`
  return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
}

function toRateLimit({ name }: CallRateLimit): Json {
  const { times, perMs, per, counts = 'requests' }: RateLimit = callRateLimits[name]
  return { name, times, seconds: perMs / 1_000, per, counts }
}

function describeCaller(call: Call): string {
  const { who, area, method } = call
  const right =
    area === undefined || area === 'any'
      ? ''
      : `, with the right to ${method === 'GET' ? 'read' : 'change'} ${area}`
  const closed = who === 'operator' && !isOpenToTokens(call) ? ' It is closed to API tokens.' : ''
  return `Who may call: ${callers[who]}${right}.${closed}`
}

function describeSuccess(call: Call, names: Names): Json {
  const { id, reply, row, content, redirects, file } = call
  if (redirects)
    return {
      302: {
        description: 'Sends the browser on.',
        headers: { location: { description: 'Where to.', schema: { type: 'string' } } },
      },
    }
  if (row)
    return {
      200: {
        description:
          'A line of JSON for each row, and an empty line at the end, without which it is incomplete.',
        content: { 'application/x-ndjson': { schema: refTo(names, `${id} Row`) } },
      },
    }
  const types = content ?? (reply ? ['application/json'] : [])
  if (types.length === 0) return { 204: { description: 'Done; the answer is empty.' } }
  const answer = {
    description: 'The answer.',
    content: Object.fromEntries(
      types.map((type) => [type, reply ? { schema: refTo(names, `${id} Reply`) } : describeBytes(type)]),
    ),
  }
  const unchanged = { 304: { description: 'The caller’s copy (`If-None-Match`) is still the same.' } }
  if (file)
    return {
      200: answer,
      206: { ...answer, description: 'The part that `Range` asked for.' },
      302: { description: 'The file is at the address in `Location`, for a while.' },
      ...unchanged,
    }
  return { 200: answer, ...(call.method === 'GET' && call.who === 'anyone' && unchanged) }
}

const describeBytes = (type: string): Json => (type.startsWith('text/') ? { schema: { type: 'string' } } : {})

function describeFailures(call: Call): Json {
  const byStatus = Map.groupBy(listErrors(call), (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        content: { 'application/json': { schema: describeError(codes) } },
        ...(status === 429 && {
          headers: {
            'retry-after': {
              description: 'Seconds until it may be tried again, where known.',
              schema: { type: 'integer' },
            },
          },
        }),
      },
    ]),
  )
}

const errorSchema: Json = {
  type: 'object',
  properties: {
    error: { type: 'string', description: 'For people.' },
    code: { type: 'string', description: 'What happened, as `area.reason`.' },
    about: {
      type: 'object',
      additionalProperties: { type: ['string', 'number', 'null'] },
      description: 'Details that belong to the code.',
    },
  },
  required: ['error', 'code'],
}

const describeError = (codes: readonly ErrorCode[]): Json => ({
  allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }],
})

function describeParameters(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = toJson(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    description: parameterTexts[name] ?? '',
    schema: described,
  }))
}

/** A game server shows its secret in the path where it has one there; its domain checks it. */
function describeSecurity(call: Call): Record<string, string[]>[] {
  const { who, params } = call
  if (who === 'operator')
    return [{ operator: [] }, { session: [] }, ...(isOpenToTokens(call) ? [{ apiToken: [] }] : [])]
  if (who === 'user' || who === 'signed-in') return [{ session: [] }]
  if (who === 'bearer') return params ? [] : [{ token: [] }]
  return who === 'game-server' && !params ? [{ gameServer: [] }] : []
}

/** The schemas of calls by a name, and that name by `id part`. A schema that several calls use has the name of the first one. */
function nameSchemas(
  calls: readonly Call[],
  io: 'input' | 'output',
  partsOf: (call: Call) => Record<string, z.ZodMiniType | undefined>,
): { schemas: Json; names: Names } {
  const registry = z.registry<{ id: string }>()
  const names: Record<string, string> = {}
  for (const call of calls)
    for (const [part, schema] of Object.entries(partsOf(call))) {
      if (schema === undefined) continue
      const known = registry.get(schema)?.id
      const name = known ?? `${call.id.charAt(0).toUpperCase()}${call.id.slice(1)}${part}`
      if (known === undefined) registry.add(schema, { id: name })
      names[`${call.id} ${part}`] = name
    }
  const { schemas } = z.toJSONSchema(registry, {
    ...options,
    io,
    uri: (name) => `#/components/schemas/${name}`,
  })
  return {
    names,
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, withoutOwnAddress(schema)]),
    ),
  }
}

const options = { target: 'draft-2020-12', unrepresentable: 'any' } as const

const toJson = (schema: z.ZodMiniType): Json =>
  withoutOwnAddress(z.toJSONSchema(schema, { ...options, io: 'input' }))

function withoutOwnAddress({ $schema: _, $id: __, id: ___, ...schema }: Json): Json {
  return schema
}

const refTo = (names: Names, key: string): Json => ({ $ref: `#/components/schemas/${names[key]}` })

const isOptional = (schema: z.ZodMiniType): boolean => z.safeParse(schema, undefined).success
