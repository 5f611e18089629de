import { expect, test } from 'vitest'
import { shownState } from './order-state.ts'

test('H2 a paid order is done only once what was bought is there', () => {
  expect(shownState({ status: 'paid', fulfilled: false })).toBe('delivering')
  expect(shownState({ status: 'paid', fulfilled: true })).toBe('done')
  expect(shownState({ status: 'open', fulfilled: false })).toBe('open')
  expect(shownState({ status: 'closed', fulfilled: false })).toBe('closed')
  expect(shownState({ status: 'refunded', fulfilled: true })).toBe('refunded')
})
