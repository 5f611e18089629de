import { defaultPortal } from '@clutch/contract/api/content/portal.ts'
import { expect, test, vi } from 'vitest'
import { leadTo } from '../routes/route-checks.ts'
import { createMemoryHistory } from './memory-history.ts'
import { PageRouter, type Routes } from './page-router.ts'

const routes: Routes = {
  '/': {},
  '/vip': {},
  '/store': {},
  '/orders/$id': {},
  '/old': leadTo('/vip', 'featureOff'),
  '/older': leadTo('/store', 'pageNotFound'),
  '/$': leadTo('/', 'pageNotFound'),
}

async function openRouter(address: string, more: Routes = {}) {
  const { history, entries } = createMemoryHistory(address)
  const router = new PageRouter({ routes: { ...more, ...routes }, portal: defaultPortal, history })
  await router.load()
  return { router, history, entries }
}

/** A page that is loaded once `arrive` is called. */
function slowPage() {
  let isLoaded = false
  const { promise, resolve } = Promise.withResolvers<void>()
  const arrive = async () => {
    isLoaded = true
    resolve()
    await promise
  }
  const preload = vi.fn<() => Promise<void> | undefined>(() => (isLoaded ? undefined : promise))
  return { route: { page: Object.assign(() => null, { preload }) }, preload, arrive }
}

test('A6 from stays in the address, through redirects too, until an address has its own', async () => {
  const { router } = await openRouter('/old?from=game&x=1')
  expect(router.location.href).toBe('/vip?from=game')
  expect(router.buildHref({ to: '/orders/$id', params: { id: 'a b' }, search: { y: '1' } })).toBe(
    '/orders/a%20b?y=1&from=game',
  )
  await router.navigate({ to: '/', search: { from: 'bot' } })
  expect(router.location.href).toBe('/?from=bot')
})

test('A2 a redirect takes its error along, and the first of a chain counts', async () => {
  const { router, history } = await openRouter('/old')
  expect(router.location.state).toMatchObject({ error: 'featureOff' })
  await router.navigate({ to: '/' })
  expect(router.location.state.error).toBeUndefined()
  history.push('/older', { error: 'featureOff' })
  expect(router.location.href).toBe('/store')
  expect(router.location.state).toMatchObject({ error: 'featureOff' })
})

test.each([
  ['/nowhere', '/'],
  ['/orders/%E0%A4%A', '/'],
])('A3 %s leads to %s and says so', async (address, there) => {
  const { router } = await openRouter(address)
  expect(router.location.href).toBe(there)
  expect(router.location.state).toMatchObject({ error: 'pageNotFound' })
})

test('A3 slashes too many are taken out of the address', async () => {
  const { router } = await openRouter('/orders//7/?s=1#x')
  expect(router.location).toMatchObject({ href: '/orders/7?s=1#x', hash: 'x', pathname: '/orders/7' })
  expect(router.shown?.params).toEqual({ id: '7' })
})

test('the shown page stays until the next one is loaded, and the last choice counts', async () => {
  const slow = slowPage()
  const { router } = await openRouter('/', { '/slow': slow.route })
  const first = router.shown
  void router.navigate({ to: '/slow' as '/' })
  expect(router).toMatchObject({ isLoading: true, location: { pathname: '/slow' }, shown: first })
  await router.navigate({ to: '/vip' })
  expect(router).toMatchObject({ isLoading: false, shown: { location: { pathname: '/vip' } } })
  await slow.arrive()
  expect(router.shown?.location.pathname).toBe('/vip')
  void router.navigate({ to: '/slow' as '/' })
  expect(router).toMatchObject({ isLoading: false, shown: { location: { pathname: '/slow' } } })
})

test('a page that will probably be visited is loaded, and not shown', async () => {
  const slow = slowPage()
  const { router } = await openRouter('/', { '/slow': slow.route })
  router.preload({ to: '/slow' })
  router.preload({ to: '/old' })
  expect(slow.preload).toHaveBeenCalledOnce()
  expect(router.location.href).toBe('/')
})

test('the way to the same page adds no entry to the history; one that only changes its query may replace it', async () => {
  const { router, entries } = await openRouter('/vip?s=1#x')
  await router.navigate({ to: '.', search: true, hash: true, state: true })
  expect(entries.length).toBe(1)
  await router.navigate({ to: '.', search: (held) => ({ ...held, mode: 'all' }), hash: true, replace: true })
  expect(entries.length).toBe(1)
  expect(router.location.href).toBe('/vip?s=1&mode=all#x')
  await router.navigate({ to: '/' })
  expect(entries.length).toBe(2)
})
