import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { allCalls } from '@clutch/contract/api/index.ts'
import { describeCalls } from '@clutch/contract/api/openapi/describe-calls.ts'
import { callTags } from '@clutch/contract/api/openapi/tags.ts'
import { expect, test } from 'vitest'

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  parameters?: { name: string; description: string }[]
  responses: Record<string, { description: string }>
}

const description = describeCalls(allCalls, 'https://cs.example.org')
const operations = Object.values(description['paths'] as Record<string, Record<string, Operation>>).flatMap(
  (path) => Object.values(path),
)

test('K the description of the API is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(description))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('K every call has an id of its own, a described group, and texts for its parameters', () => {
  expect(operations).toHaveLength(allCalls.length)
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { operationId, tags, summary, parameters = [], responses } of operations) {
    expect(operationId).toMatch(/^[a-z][A-Za-z0-9]+$/)
    expect(Object.keys(callTags)).toEqual(expect.arrayContaining(tags))
    expect([operationId, summary.length > 5]).toEqual([operationId, true])
    expect([operationId, parameters.filter((one) => one.description === '').map(({ name }) => name)]).toEqual(
      [operationId, []],
    )
    const statuses = Object.keys(responses)
    expect([operationId, statuses.some((status) => status < '400'), statuses.includes('503')]).toEqual([
      operationId,
      true,
      true,
    ])
  }
})

/** What a developer writes against the generated types: success and failure of a call, and three mistakes. */
const client = `import type { operations, paths } from './api.ts'
type Answers = operations['createOrder']['responses']
export function readOrder(status: number, body: unknown): string {
  if (status === 200) return String((body as Answers[200]['content']['application/json']).id)
  const { error, code } = body as Answers[409]['content']['application/json']
  return code === 'price.changed' ? 'ask again' : error
}
export const list: paths['/api/servers']['get']['responses'][200]['content']['application/json'][number]['ip'] = '192.0.2.1'
// @ts-expect-error no error of this call
export const wrongCode: Answers[409]['content']['application/json']['code'] = 'faq.not_found'
// @ts-expect-error no status of this call
export type WrongStatus = Answers[418]
// @ts-expect-error a required field is missing
export const wrongBody: operations['createOrder']['requestBody']['content']['application/json'] = {}
`

test('K a client generated for TypeScript compiles against success and error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-api-'))
  try {
    const types = await openapiTypescript(description as unknown as OpenAPI3, { silent: true })
    writeFileSync(join(folder, 'api.ts'), astToString(types))
    writeFileSync(join(folder, 'client.ts'), client)
    const flags = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--allowImportingTsExtensions',
      '--module',
      'nodenext',
    ]
    const { status, stdout } = spawnSync('tsc', [...flags, 'client.ts'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([0, ''])
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 120_000)
