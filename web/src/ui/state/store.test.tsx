import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { firstRendering, useBrowserValue } from './first-rendering.ts'
import { createStore, useStore } from './store.ts'
import { useIsMobile } from './use-media-query.ts'

test('A1 a rendered page uses the first value of a store, the browser the stored one', () => {
  const store = createStore('stored', 'first')
  const Value = () => useStore(store)
  expect(renderToString(<Value />)).toBe('first')
  expect(store.get()).toBe('stored')
})

test('A1 a value that only the browser knows has its first value in a rendered page', () => {
  const Value = () => useBrowserValue(() => 'browser', 'first')
  expect(renderToString(<Value />)).toBe('first')
})

test('A12 a rendered page has the form of the device that it is for', () => {
  const Value = () => String(useIsMobile())
  expect(renderToString(<Value />)).toBe('false')
  firstRendering.isMobile = true
  expect(renderToString(<Value />)).toBe('true')
  firstRendering.isMobile = false
})
