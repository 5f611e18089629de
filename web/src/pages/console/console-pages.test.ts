import { expect, test } from 'vitest'
import { areas } from './kit/areas.ts'
import { findConsolePage, consolePages } from './console-pages.ts'

test.each([
  ['/admin', '', ''],
  ['/admin/', '', ''],
  ['/admin/orders', 'orders', ''],
  ['/admin/orders/alerts', 'orders/alerts', ''],
  ['/admin/orders/0199-ab', 'orders/:id', '0199-ab'],
  ['/admin/users/a%2Fb', 'users/:id', 'a/b'],
  ['/admin/users/%', 'users/:id', '%'],
])('J %s is a page of the console', (address, path, id) => {
  expect(findConsolePage(address)).toMatchObject({ entry: { path }, id })
})

test.each(['/admin/nothing', '/admin/orders/alerts/more', '/admin/faq/1'])('J %s is none', (address) => {
  expect(findConsolePage(address)).toBeNull()
})

test('J whatever the sidebar and the tabs lead to is there', () => {
  const known = new Set(consolePages.map(({ path }) => path))
  const led = areas.flatMap(({ path, tabs }) => [path, ...tabs.map((tab) => tab.path)])
  expect(led.filter((path) => !known.has(path))).toEqual([])
})
