import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getAccount, listSessions } from '@clutch/contract/api/accounts/account.ts'
import { getUserInfo, getVipStatus } from '@clutch/contract/api/accounts/sign-in.ts'
import { listAnnouncements } from '@clutch/contract/api/content/portal.ts'
import { operatorGetOverview } from '@clutch/contract/api/console/console.ts'
import { closeToast, toastStore } from '../../ui/messages/toast-store.ts'
import { call } from '../api/api-client.ts'
import { beginSession, getSession, clearSession, wasEndedByPortal } from './session.ts'
import { closeSignIn, getSignInMode } from '../sign-in/sign-in-dialog-store.ts'
import { kite, makeToken, stubStorage } from '../testing/browser.ts'

const token = makeToken(Date.now() + 60_000)

/** Answers every request with this; gives the tokens that were shown. */
function answer(status: number, body: object) {
  const shown: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    shown.push(headers['authorization'])
    return new Response(JSON.stringify(body), { status })
  })
  return shown
}

const refuse = (status: number, code: string) => answer(status, { error: 'no', code })

beforeEach(() => {
  stubStorage('localStorage')
  beginSession({ user: kite, token })
})
afterEach(() => {
  clearSession()
  closeSignIn()
  for (const { id } of toastStore.get()) closeToast(id)
  vi.unstubAllGlobals()
})

test('C12 a signed-in call sends the session’s token, any other only the token it is given', async () => {
  const shown = answer(200, { type: 'none', groups: [], expireDate: null })
  await call(getVipStatus, { params: { steamId: kite.steamId } })
  await call(getVipStatus, { params: { steamId: kite.steamId }, bearer: 'ticket' })
  await call(listAnnouncements, { query: { language: 'zh' } }).catch(() => undefined)
  await call(listSessions, {}).catch(() => undefined)
  clearSession()
  await call(listSessions, {}).catch(() => undefined)
  expect(shown).toEqual([undefined, 'Bearer ticket', undefined, `Bearer ${token}`, undefined])
})

test('C15 a session that has ended is forgotten, and that is said once', async () => {
  refuse(401, 'session.invalid')
  const calls = [call(getAccount, {}), call(listSessions, {}), call(getAccount, {})]
  await Promise.allSettled(calls)
  expect(getSession()).toBeNull()
  expect(toastStore.get()).toHaveLength(1)
  await expect(calls[0]).rejects.toMatchObject({ code: 'session.invalid', status: 401 })
})

test('J C15 a session that ends while the console is open is forgotten as well', async () => {
  refuse(401, 'operator.unauthorized')
  await call(operatorGetOverview, { query: { range: '24h' } }).catch(() => undefined)
  expect(getSession()).toBeNull()
  expect(toastStore.get()).toHaveLength(1)
})

test('G22 a page knows whether the portal ended its session or its user did', async () => {
  expect(wasEndedByPortal()).toBe(false)
  refuse(401, 'session.invalid')
  await call(listSessions, {}).catch(() => undefined)
  expect(wasEndedByPortal()).toBe(true)
  beginSession({ user: kite, token })
  expect(wasEndedByPortal()).toBe(false)
  clearSession()
  expect(wasEndedByPortal()).toBe(false)
})

test('C3 a refused ticket says nothing about the session', async () => {
  refuse(401, 'session.invalid')
  await expect(call(getUserInfo, { bearer: 'ticket' })).rejects.toMatchObject({ status: 401 })
  expect(getSession()).not.toBeNull()
  expect(toastStore.get()).toHaveLength(0)
})

test('a session that owes its second factor is asked for it, and stays', async () => {
  refuse(403, 'session.second_factor_due')
  await call(listSessions, {}).catch(() => undefined)
  expect(getSignInMode()).toBe('secondFactor')
  expect(getSession()).not.toBeNull()
})
