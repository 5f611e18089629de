import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import type { PaymentsEmulatorHandle } from '@clutch/emulators/payments/index.ts'

interface CallOptions {
  token?: string
  body?: object
  headers?: Record<string, string>
}

/** Calls a portal over HTTP; follows no redirect. */
export function fetchFromPortal(
  url: string,
  method: string,
  path: string,
  { token, body, headers }: CallOptions = {},
): Promise<Response> {
  return fetch(new URL(path, url), {
    method,
    redirect: 'manual',
    headers: {
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
}

/** Returns the JSON of an answer; throws what was answered instead. */
export async function callPortal<T>(
  url: string,
  method: string,
  path: string,
  options?: CallOptions,
): Promise<T> {
  const answer = await fetchFromPortal(url, method, path, options)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
  return JSON.parse(text || 'null') as T
}

/** Goes to the Steam emulator and back as a browser does; returns the token of the session. */
export async function signInThroughSteam(url: string, steamId: string): Promise<string> {
  const away = await fetchFromPortal(url, 'GET', '/api/auth/steam/login')
  const cookie = away.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { origin, pathname, searchParams } = new URL(away.headers.get('location') ?? '')
  searchParams.set('person', steamId)
  const chosen = await fetch(`${origin}${pathname}`, {
    method: 'POST',
    body: searchParams,
    redirect: 'manual',
  })
  const back = new URL(chosen.headers.get('location') ?? '')
  const returned = await fetchFromPortal(url, 'GET', `${back.pathname}${back.search}`, {
    headers: { cookie },
  })
  const { searchParams: query, hash } = new URL(returned.headers.get('location') ?? '', url)
  const ticket = query.get('token') ?? new URLSearchParams(hash.slice(1)).get('token') ?? ''
  const { token } = await callPortal<{ token: string }>(url, 'POST', '/api/auth/steam/token', {
    token: ticket,
    body: { steamId },
    headers: { cookie },
  })
  return token
}

interface Buyer {
  url: string
  /** Of the buyer. */
  token: string
  /** Reads an order as the operator. */
  readOrder: (id: string) => Promise<OrderDetails>
  emulator: PaymentsEmulatorHandle
}

/** Orders a month of VIP and pays it at the emulator of WeChat Pay, whose webhook was sent when this resolves; returns the order's id. */
export async function buyVip({ url, token, readOrder, emulator }: Buyer): Promise<string> {
  const options = { duration: '1m', paymentMethod: 'wechat' }
  const order = { currency: 'CNY', productType: 'vip', productId: 'plan', options }
  const { id } = await callPortal<{ id: string }>(url, 'POST', '/api/payment/orders', { token, body: order })
  await callPortal(url, 'POST', '/api/payment/pay', { token, body: { orderId: id, method: 'wechat' } })
  await emulator.pay('wechat', (await readOrder(id)).attempts[0]?.no ?? '')
  return id
}
