import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { allCalls } from '@clutch/contract/api/index.ts'
import { describeCalls } from '@clutch/contract/api/openapi/describe-calls.ts'
import { propertyRuns, sampleCases } from '@clutch/tools/testing/test-options.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../../domains/accounts/testing/test-users.ts'
import type { App } from '../../platform/http/app.ts'
import { composeApp } from '../../portal.ts'
import { asOperator, testOperatorTokenHash } from '../../testing/http.ts'
import { type Schema, arbitraryOf } from './testing/schema-values.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'

interface Operation {
  operationId: string
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

interface Request {
  path: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  /** Whose token is sent. */
  token: 'operator' | 'user' | 'none'
}

let context: TestContext
let app: App
let userToken = ''
const dataDir = mkdtempSync(join(tmpdir(), 'clutch-fuzz-'))
const description = describeCalls(allCalls, '')
const { schemas } = description['components'] as { schemas: Record<string, Schema> }
const ajv = new Ajv2020({ strict: false, validateFormats: false })
for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, `#/components/schemas/${name}`)

beforeAll(async () => {
  context = await createTestContext()
  context.config = { ...context.config, dataDir }
  await context.jobs.start()
  app = await composeApp(context, { page: false, operatorTokenHash: testOperatorTokenHash })
  await app.ready()
  userToken = (await signIn(context, '76561198000000001')).token
})
afterAll(async () => {
  await app.close()
  await context.destroy()
  rmSync(dataDir, { recursive: true })
})

/** Streams have no end, and each answer of the webhooks is the provider's own. */
const fuzzed = allCalls.filter(
  ({ content, who }) => content?.[0] !== 'text/event-stream' && who !== 'provider',
)

const wrongValues = fc.constantFrom<unknown>(
  null,
  '',
  -1,
  1e21,
  'null',
  '\u0000',
  '\uD800',
  [],
  {},
  '../../x',
  '%',
  "'--",
)
const mayBeWrong = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary }, { weight: 1, arbitrary: wrongValues })

function requestsOf({ parameters = [], requestBody }: Operation): fc.Arbitrary<Request> {
  const valuesOf = (where: 'path' | 'query') =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((one) => one.in === where)
          .map(({ name, schema }) => [name, mayBeWrong(arbitraryOf(schema, schemas))]),
      ),
      where === 'path' ? {} : { requiredKeys: [] },
    )
  const schema = requestBody?.content['application/json']?.schema
  return fc.record({
    path: valuesOf('path'),
    query: valuesOf('query'),
    body: requestBody === undefined ? fc.constant(undefined) : mayBeWrong(arbitraryOf(schema ?? {}, schemas)),
    token: fc.constantFrom('operator', 'operator', 'user', 'none'),
  })
}

// All of them in `npm run prove`.
test.each(sampleCases(fuzzed, 8).map((call) => [call.id, call] as const))(
  'K whatever is sent to %s, the status and the answer are among the described ones',
  async (_id, { method, path }) => {
    const operation = (description['paths'] as Record<string, Record<string, Operation>>)[
      path.replaceAll(/:(\w+)/g, '{$1}')
    ]?.[method.toLowerCase()] as Operation
    await fc.assert(
      fc.asyncProperty(requestsOf(operation), async (request) => {
        const url = fillPath(path, request.path) + formatQuery(request.query)
        const headers = request.token === 'user' ? { authorization: `Bearer ${userToken}` } : {}
        const response = await app.inject({
          method,
          url,
          headers: {
            ...(request.token === 'operator' ? asOperator : headers),
            ...(request.body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(request.body !== undefined && { payload: JSON.stringify(request.body) }),
        })
        const described = operation.responses[response.statusCode]
        // A path whose parameter is empty or broken is another address.
        if (isOtherAddress(response.body)) return
        expect([
          url,
          request.token,
          response.statusCode,
          response.body.slice(0, 300),
          described !== undefined,
        ]).toEqual([url, request.token, response.statusCode, response.body.slice(0, 300), true])
        const schema = described?.content?.['application/json']?.schema
        if (schema === undefined || !String(response.headers['content-type']).includes('json')) return
        const validate = ajv.compile(schema)
        expect([
          url,
          response.statusCode,
          validate(response.json()),
          validate.errors,
          response.body.slice(0, 300),
        ]).toEqual([url, response.statusCode, true, null, response.body.slice(0, 300)])
      }),
      { numRuns: propertyRuns(200, 2) },
    )
  },
  600_000,
)

const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

function fillPath(path: string, values: Record<string, unknown>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(values[name])))
}

function formatQuery(values: Record<string, unknown>): string {
  const query = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, asText(value)] as [string, string]],
    ),
  )
  return query.size === 0 ? '' : `?${query.toString()}`
}

function isOtherAddress(body: string): boolean {
  return (
    body.includes('"There is nothing at this address"') ||
    body.includes('"The address is malformed"') ||
    body.includes('"This address takes another method"')
  )
}
