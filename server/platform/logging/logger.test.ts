import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './logger.ts'

function logged(error: unknown): string {
  const out = new PassThrough()
  createLog('info', out).error({ err: error }, 'it failed')
  return String(out.read())
}

test('an error is logged with name, code, message and causes, and nothing else that hangs on it', () => {
  const error = Object.assign(new Error('duplicate key', { cause: new Error('first') }), {
    code: '23505',
    detail: 'Key (email)=(a@example.org) already exists',
    parameters: ['a@example.org'],
  })
  const line = logged(error)
  expect(JSON.parse(line)).toMatchObject({
    msg: 'it failed',
    err: { name: 'Error', code: '23505', message: 'duplicate key', cause: { message: 'first' } },
  })
  expect(line).not.toContain('example.org')
})

test.each(['203.0.113.9', '203.0.113.9:27015', '2001:db8:0:0:0:0:0:1', '2001:db8::1'])(
  'the address %s is not logged',
  (address) => {
    expect(logged(new Error(`connect to ${address} refused`))).not.toContain(address)
  },
)

test('a query string is not logged', () => {
  expect(logged(new Error('GET https://example.org/callback?token=abc failed'))).not.toContain('abc')
})
