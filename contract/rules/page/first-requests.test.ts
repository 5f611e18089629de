import { expect, test } from 'vitest'
import { allCalls } from '../../api/index.ts'
import { listFirstRequests } from './first-requests.ts'

const view = { language: 'zh', season: 'all', parameter: '76561197960265729' } as const
const pages = ['/', '/servers', '/leaderboard', '/leaderboard/player/$steamId', '/vip', '/pracc', '/faq']

test.each(pages)(
  'A1 the first requests of %s are public calls of the contract, without a session',
  (address) => {
    const requests = listFirstRequests(address, view)
    expect(requests.length).toBeGreaterThan(1)
    for (const request of requests) {
      const { pathname } = new URL(request, 'http://portal')
      const found = allCalls.find(
        ({ method, path }) =>
          method === 'GET' && new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname),
      )
      expect([request, found?.who]).toEqual([request, 'anyone'])
    }
    expect(new Set(requests).size).toBe(requests.length)
  },
)

test('I6 a board is requested for the season that it shows first', () => {
  expect(listFirstRequests('/leaderboard', { ...view, season: 'x' })).toContain(
    '/api/leaderboard/dm?season=x&page=1',
  )
})

test.each(['/orders', '/admin', '/settings', '/nothing'])('A3 %s starts no requests', (address) => {
  expect(listFirstRequests(address, view)).toEqual([])
})
