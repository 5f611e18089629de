import { expect, test } from 'vitest'
import { createMemoryHistory } from './memory-history.ts'
import { parseHref } from './page-history.ts'

test.each([
  ['/vip', '/vip'],
  ['/servers?mode=dm,public#top', '/servers?mode=dm,public#top'],
  ['//example.org/vip', '/example.org/vip'],
  ['/\t/example.org', '/example.org'],
  [String.raw`/\example.org`, '/example.org'],
  ['https://example.org', '/https://example.org'],
])('an address stays within the portal: %s', (href, expected) => {
  expect(parseHref(href).href).toBe(expected)
})

test('entries have keys of their own and count up', () => {
  const { history } = createMemoryHistory('/')
  const first = history.location.state
  history.push('/vip', { menu: true })
  expect(history.location).toMatchObject({ href: '/vip', state: { menu: true, index: 1 } })
  expect(history.location.state.key).not.toBe(first.key)
  history.replace('/faq')
  expect(history.location.state).toMatchObject({ index: 1 })
  expect(history.location.state.menu).toBeUndefined()
})

test('listeners hear of the way back, until they end', async () => {
  const { history } = createMemoryHistory('/')
  const heard: string[] = []
  const end = history.subscribe(() => heard.push(history.location.href))
  history.push('/vip')
  history.back()
  await Promise.resolve()
  end()
  history.push('/faq')
  expect(heard).toEqual(['/vip', '/'])
})

test('a block holds a push until it is answered; a redirect does not ask', async () => {
  const { history } = createMemoryHistory('/form')
  const answers: ((stays: boolean) => void)[] = []
  const release = history.block({ blockerFn: () => new Promise((resolve) => answers.push(resolve)) })
  history.push('/vip')
  await Promise.resolve()
  expect(history.location.href).toBe('/form')
  answers[0]?.(true)
  await expect.poll(() => history.location.href).toBe('/form')
  history.push('/faq')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(false)
  await expect.poll(() => history.location.href).toBe('/faq')
  history.replace('/', {}, { ignoreBlocker: true })
  expect(history.location.href).toBe('/')
  release()
  history.push('/vip')
  expect(history.location.href).toBe('/vip')
})

test('a block that stays takes the way back again', async () => {
  const { history, entries } = createMemoryHistory('/')
  history.push('/form')
  const steps: string[][] = []
  const release = history.block({
    blockerFn: ({ currentLocation, nextLocation }) => {
      steps.push([currentLocation.href, nextLocation.href])
      return true
    },
  })
  history.back()
  await expect.poll(() => steps).toEqual([['/form', '/']])
  expect(history.location.href).toBe('/form')
  release()
  history.push('/vip')
  expect(entries.map(({ href }) => href)).toEqual(['/', '/form', '/vip'])
})
