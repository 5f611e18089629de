import { expect, test } from 'vitest'
import { readDisplayParameters } from './display-parameters.ts'

const user = { steamId: '76561198000000001', username: '北岸', avatar: '' }

test('F4 the page shows what its address says, cut where it is too long', () => {
  const search = { username: 'kite_07', steamid: '76561198000000002', server_name: 'x'.repeat(100) }
  expect(readDisplayParameters(search, user, 'CLUTCH')).toEqual({
    username: 'kite_07',
    steamId: '76561198000000002',
    community: 'x'.repeat(64),
  })
})

test('F4 without parameters it shows the signed-in user, or no user if signed out', () => {
  expect(readDisplayParameters({}, user, 'CLUTCH')).toEqual({
    username: '北岸',
    steamId: user.steamId,
    community: 'CLUTCH',
  })
  expect(readDisplayParameters({}, undefined, 'CLUTCH').username).toBe('')
})

test("F4 a name in the address is never shown with another user's SteamID", () => {
  expect(readDisplayParameters({ username: 'kite_07' }, user, 'CLUTCH').steamId).toBe('')
})
