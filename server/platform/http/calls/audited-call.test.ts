import * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defineCall } from '@clutch/contract/api/call.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { registerCall } from './register-call.ts'
import type { App } from '../app.ts'
import { operatorToken } from '../session/operator-caller.ts'
import type { OnOperatorAction } from '../session/session-check.ts'

const changeCall = {
  params: z.object({ id: z.string() }),
  who: 'operator',
  area: 'any',
  tag: 'portal',
  summary: 'A thing',
} as const
const change = defineCall({
  id: 'change',
  ...changeCall,
  audit: 'changeThing',
  method: 'PUT',
  path: '/api/operator/things/:id',
  body: z.object({ colour: z.string() }),
  reply: z.object({ colour: z.string() }),
})
const remove = defineCall({
  id: 'remove',
  ...changeCall,
  audit: 'removeThing',
  method: 'DELETE',
  path: '/api/operator/things/:id',
})
const read = defineCall({ id: 'read', ...changeCall, method: 'GET', path: '/api/operator/things/:id' })
const make = defineCall({
  id: 'make',
  ...changeCall,
  audit: 'makePart',
  method: 'POST',
  path: '/api/operator/things/:id/parts',
  reply: z.object({ part: z.string(), secret: z.string() }),
})

const recolour = defineCall({
  id: 'recolour',
  ...changeCall,
  audit: 'changeThing',
  method: 'POST',
  path: '/api/operator/things/:id/recolour',
  body: z.object({ colour: z.string() }),
})

type Act = Parameters<OnOperatorAction>[0]

let context: TestContext
let app: App
const things = new Map<string, string>()
const acts: Act[] = []

beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context, { onOperatorAction: async (act) => void acts.push(act) })
  const readThing = (id: string) => {
    const colour = things.get(id)
    if (colour === undefined) throw new PortalError('request.not_found', 'no such thing')
    if (colour === 'unreadable') throw new Error('cannot be read')
    return { colour }
  }
  const audit = { load: ({ params }: { params: { id: string } }) => readThing(params.id) }
  registerCall(
    app,
    change,
    ({ params, body }) => {
      if (body.colour === 'plaid') throw new PortalError('request.invalid', 'not that')
      things.set(params.id, body.colour)
      if (body.colour === 'broken') throw new Error('failed half-way')
      return body
    },
    audit,
  )
  registerCall(
    app,
    remove,
    ({ params }) => {
      things.delete(params.id)
      return undefined
    },
    audit,
  )
  registerCall(
    app,
    recolour,
    async ({ params, body, writeAudit }) => {
      const before = readThing(params.id).colour
      await context.database.transaction().execute(async (tx) => {
        things.set(params.id, body.colour)
        await writeAudit(tx)
      })
      if (body.colour !== 'plaid') return undefined
      things.set(params.id, before)
      throw new PortalError('request.invalid', 'not that')
    },
    { load: ({ params }, tx) => ({ ...readThing(params.id), inTransaction: tx?.isTransaction ?? false }) },
  )
  registerCall(app, read, () => undefined)
  registerCall(app, make, ({ params }) => ({ part: `${params.id}-1`, secret: 'hush' }), {
    created: ({ part }) => ({ part }),
    subject: (_, value) => value?.part ?? '',
  })
})
beforeEach(() => {
  things.clear()
  acts.length = 0
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const ask = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: asOperator, ...(payload && { payload }) })

test('C12 a change is reported with the state before and after, and its field names', async () => {
  things.set('7', 'red')
  const response = await ask('PUT', '/api/operator/things/7', { colour: 'blue' })
  expect(response.json()).toEqual({ colour: 'blue' })
  expect(acts).toMatchObject([
    {
      by: operatorToken,
      call: 'change',
      params: { id: '7' },
      fields: ['colour'],
      refused: null,
      before: { colour: 'red' },
      after: { colour: 'blue' },
    },
  ])
})

test('C12 a creation has no before, a removal no after', async () => {
  await ask('PUT', '/api/operator/things/7', { colour: 'blue' })
  await ask('DELETE', '/api/operator/things/7')
  expect(acts.map(({ before, after }) => [before, after])).toEqual([
    [null, { colour: 'blue' }],
    [{ colour: 'blue' }, null],
  ])
})

test('C12 a refused change is reported with the reason and without an after', async () => {
  things.set('7', 'red')
  const response = await ask('PUT', '/api/operator/things/7', { colour: 'plaid' })
  expect(response.statusCode).toBe(400)
  expect(acts).toMatchObject([{ refused: 'request.invalid' }])
  expect(acts[0]?.after).toBeUndefined()
})

test("C12 of a call's reply, only the part that its audit spec selects is reported", async () => {
  await ask('POST', '/api/operator/things/7/parts')
  expect(acts).toMatchObject([{ subject: '7-1', after: { part: '7-1' } }])
  expect(JSON.stringify(acts[0]?.after)).not.toContain('hush')
})

test('C12 an entry that the handler writes in its transaction is read in it, and is not written again', async () => {
  things.set('7', 'red')
  expect((await ask('POST', '/api/operator/things/7/recolour', { colour: 'blue' })).statusCode).toBe(204)
  expect(acts).toMatchObject([
    {
      before: { colour: 'red', inTransaction: false },
      after: { colour: 'blue', inTransaction: true },
      tx: { isTransaction: true },
    },
  ])
})

test('C12 a change that is refused after its entry was written is reported as refused, too', async () => {
  things.set('7', 'red')
  expect((await ask('POST', '/api/operator/things/7/recolour', { colour: 'plaid' })).statusCode).toBe(400)
  expect(acts).toMatchObject([{ refused: null }, { refused: 'request.invalid' }])
})

test('C12 a change that fails half-way is reported: it may have taken effect', async () => {
  things.set('7', 'red')
  const response = await ask('PUT', '/api/operator/things/7', { colour: 'broken' })
  expect(response.statusCode).toBe(500)
  expect(acts).toMatchObject([{ refused: 'portal.internal', params: { id: '7' } }])
})

test('C12 a change is reported even if the item cannot be read afterwards', async () => {
  things.set('7', 'red')
  expect((await ask('PUT', '/api/operator/things/7', { colour: 'unreadable' })).statusCode).toBe(200)
  expect(acts).toMatchObject([{ refused: null, before: { colour: 'red' } }])
  expect(acts[0]?.after).toBeUndefined()
})

test('C12 reads and unauthorized calls are not reported', async () => {
  await ask('GET', '/api/operator/things/7')
  await app.inject({ method: 'DELETE', url: '/api/operator/things/7' })
  expect(acts).toEqual([])
})
