import { expect, test } from 'vitest'
import { findConsolePage } from './console-pages.ts'

test.each([
  ['/admin', '', ''],
  ['/admin/', '', ''],
  ['/admin/orders', 'orders', ''],
  ['/admin/orders/alerts', 'orders/alerts', ''],
  ['/admin/orders/0199-ab', 'orders/:id', '0199-ab'],
  ['/admin/users/a%2Fb', 'users/:id', 'a/b'],
  ['/admin/users/%', 'users/:id', '%'],
])('J %s is a page of the console', (address, path, id) => {
  expect(findConsolePage(address)).toMatchObject({ path, id })
})

test.each(['/admin/nothing', '/admin/orders/alerts/more', '/admin/faq/1'])('J %s is none', (address) => {
  expect(findConsolePage(address)).toBeNull()
})
