import { expect, test } from 'vitest'
import { readFrameMessage } from './frame-messages.ts'

const own = 'https://portal.example'
const frame = {} as Window

test('F6 the page in the dialog says that VIP changed, or that it is done', () => {
  expect(readFrameMessage({ data: 'vipStatusChanged', origin: own, source: frame }, frame, own)).toBe(
    'vipStatusChanged',
  )
  expect(readFrameMessage({ data: 'close', origin: own, source: frame }, frame, own)).toBe('close')
})

test('F6 messages from another site, from another window or with other content are ignored', () => {
  expect(readFrameMessage({ data: 'close', origin: 'https://evil.example', source: frame }, frame, own)).toBe(
    null,
  )
  expect(readFrameMessage({ data: 'close', origin: own, source: {} as Window }, frame, own)).toBe(null)
  expect(readFrameMessage({ data: 'close', origin: own, source: null }, null, own)).toBe(null)
  expect(readFrameMessage({ data: { word: 'close' }, origin: own, source: frame }, frame, own)).toBe(null)
})
