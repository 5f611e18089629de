import { expect, test, vi } from 'vitest'
import { handleServerEvent } from './server-stream.ts'

const hearing = () => ({ hello: vi.fn<() => void>(), delta: vi.fn<() => void>() })

test('D13 a hello and a delta are accepted; other messages are skipped', () => {
  const heard = hearing()
  handleServerEvent({ event: 'hello', data: '{"version":"1","at":5}' }, heard)
  handleServerEvent(
    { event: 'delta', data: '{"from":"1","to":"2","at":6,"changed":[],"removed":["a"]}' },
    heard,
  )
  handleServerEvent({ event: 'message', data: 'later versions may say more' }, heard)
  expect(heard.hello.mock.calls).toEqual([[{ version: '1', at: 5 }]])
  expect(heard.delta.mock.calls).toEqual([[{ from: '1', to: '2', at: 6, changed: [], removed: ['a'] }]])
})

test('D13 an event outside the contract is refused', () => {
  expect(() => handleServerEvent({ event: 'delta', data: '{"from":1}' }, hearing())).toThrow('from')
  expect(() => handleServerEvent({ event: 'delta', data: 'no' }, hearing())).toThrow('JSON')
})
