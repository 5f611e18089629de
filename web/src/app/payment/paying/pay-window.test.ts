import { afterEach, expect, test, vi } from 'vitest'
import { isPageUrl, isPhone, openPayWindow, opensAutomatically } from './pay-window.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function stubOpen() {
  const opened = {
    opener: 'this page' as unknown,
    document: { title: '', body: { textContent: '' } },
    location: { replace: vi.fn<(url: string) => void>() },
    close: vi.fn<() => void>(),
  }
  const open = vi.fn<(url: string, target: string) => typeof opened>().mockReturnValue(opened)
  vi.stubGlobal('window', { open })
  return { opened, open }
}

test('H4 the pages of Alipay and PayPal open by themselves, but not on a phone; WeChat has none', () => {
  const chosen = (['wechat', 'alipay', 'paypal'] as const).map((method) => [
    opensAutomatically(method, false),
    opensAutomatically(method, true),
  ])
  expect(chosen).toEqual([
    [false, false],
    [true, false],
    [true, false],
  ])
})

test.each([
  [390, true],
  [1_023, true],
  [1_024, false],
  [1_440, false],
])('H4 a screen of %i is a phone’s: %s, however narrow the window is', (width, phone) => {
  vi.stubGlobal('screen', { width })
  expect(isPhone()).toBe(phone)
})

test('H4 a blank window is opened at once, without a way back here, and goes to the page later', () => {
  const { opened, open } = stubOpen()
  const waiting = openPayWindow('one moment')
  expect(open).toHaveBeenCalledExactlyOnceWith('', '_blank')
  expect(opened).toMatchObject({ opener: null, document: { title: 'one moment' } })
  waiting?.goTo('https://pay.example/1')
  expect(opened.location.replace).toHaveBeenCalledExactlyOnceWith('https://pay.example/1')
  expect(opened.close).not.toHaveBeenCalled()
})

test('H4 if the browser blocks the window there is none, and nothing breaks', () => {
  vi.stubGlobal('window', { open: () => null })
  expect(openPayWindow('one moment')).toBeNull()
})

test.each([
  'javascript:alert(1)',
  'weixin://wxpay/bizpayurl?pr=abc',
  'data:text/html,x',
  '//pay.example',
  '',
])('an address that is not a web page is not opened: %s', (url) => {
  const { opened } = stubOpen()
  expect(isPageUrl(url)).toBe(false)
  openPayWindow('one moment')?.goTo(url)
  expect(opened.location.replace).not.toHaveBeenCalled()
  expect(opened.close).toHaveBeenCalledOnce()
})
