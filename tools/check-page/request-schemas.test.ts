import { expect, test } from 'vitest'
import { findRequestSchemas } from './request-schemas.ts'

test.each(['changeAccount.body.safeParse(x)', 'addServer.body.shape.ip', 'z.safeParse(listOrders.query, x)'])(
  'a page that reads %s is reported: it works only in an unbuilt page',
  (text) => {
    expect(findRequestSchemas([{ path: 'web/src/pages/x.tsx', text }])).toHaveLength(1)
  },
)

test('what a response or a type holds is no request schema', () => {
  const text = 'response.body.getReader(); type Filters = z.input<typeof listOrders.query>'
  expect(findRequestSchemas([{ path: 'web/src/pages/x.tsx', text }])).toEqual([])
})
