import { defaultFeatures } from '@clutch/contract/features.ts'
import { expect, test } from 'vitest'
import { sidebarEntries, isCurrent } from './sidebar-entries.ts'

const servers = { to: '/servers', also: ['/'] } as const

test.each([
  ['/', true],
  ['/servers', true],
  ['/servers/', true],
  ['/servers/details/7', true],
  ['/serversx', false],
  ['/vip', false],
])('B5 at %s the servers entry is current: %s', (path, current) => {
  expect(isCurrent(servers, path)).toBe(current)
})

test('B5, A2 the servers entry goes with its feature, the others stay, in this order', () => {
  const shown = (enabled: boolean) =>
    sidebarEntries.filter((entry) =>
      entry.shown({ ...defaultFeatures, servers: { ...defaultFeatures.servers, enabled } }),
    )
  expect(shown(true).map(({ to }) => to)).toEqual([
    '/servers',
    '/vip',
    '/leaderboard',
    '/pracc',
    '/inventory',
    '/faq',
  ])
  expect(shown(false).map(({ to }) => to)).toEqual(['/vip', '/leaderboard', '/pracc', '/inventory', '/faq'])
})

test('B5, A2 settings come last, and only with their feature', () => {
  const shown = (enabled: boolean) =>
    sidebarEntries
      .filter((entry) =>
        entry.shown({ ...defaultFeatures, settings: { ...defaultFeatures.settings, enabled } }),
      )
      .map(({ to }) => to)
  expect(shown(true).at(-1)).toBe('/settings')
  expect(shown(false)).not.toContain('/settings')
})

test('B5, A2 practice servers are there only with their feature', () => {
  const shown = (enabled: boolean) =>
    sidebarEntries
      .filter((entry) => entry.shown({ ...defaultFeatures, pracc: { enabled } }))
      .map(({ to }) => to)
  expect(shown(true)).toContain('/pracc')
  expect(shown(false)).not.toContain('/pracc')
})

test('B5, A2 the inventory appears only with its feature, and not for every user', () => {
  const shown = (enabled: boolean) =>
    sidebarEntries.filter((entry) => entry.shown({ ...defaultFeatures, inventory: { enabled } }))
  expect(shown(true).find(({ to }) => to === '/inventory')).toMatchObject({ forSome: true })
  expect(shown(false).map(({ to }) => to)).not.toContain('/inventory')
})
