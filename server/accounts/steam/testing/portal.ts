import type { LightMyRequestResponse } from 'fastify'
import type { App } from '../../../http/app.ts'
import type { Settings } from '../../../config.ts'
import { createTestHouse } from '../../../testing/house.ts'
import type { TestHouse } from '../../../testing/house.ts'
import { createTestApp } from '../../../testing/http.ts'
import { sessionCheck } from '../../sessions.ts'
import { answerSteam } from '../routes.ts'
import { TestProvider } from './provider.ts'

const publicUrl = 'http://portal.test'

/** Steam's calls on a house of their own, with a provider for tests. */
export interface SteamPortal {
  house: TestHouse
  app: App
  provider: TestProvider
  close(): Promise<void>
}

export async function createSteamPortal(
  settings: Partial<Settings> = {},
  providerWithinMs?: number,
): Promise<SteamPortal> {
  const plain = await createTestHouse()
  const provider = new TestProvider(plain.clock)
  await provider.start()
  const house = {
    ...plain,
    settings: { ...plain.settings, publicUrl, steamOpenidUrl: provider.endpoint, ...settings },
  }
  const app = await createTestApp(house)
  app.sessionCheck = sessionCheck(house)
  answerSteam(house, app, providerWithinMs)
  const close = async () => {
    await app.close()
    await provider.stop()
    await house.destroy()
  }
  return { house, app, provider, close }
}

/** A browser on its way to the provider. */
export interface Sent {
  /** Where it was sent to. */
  to: string
  cookie: string
}

/** Begins a sign-in in a fresh browser. */
export async function beginSignIn(app: App): Promise<Sent> {
  const answer = await app.inject({ url: '/api/auth/steam/login' })
  return { to: answer.headers.location ?? '', cookie: cookieOf(answer) }
}

/** The cookie an answer gave, as a browser sends it. */
export function cookieOf(answer: LightMyRequestResponse): string {
  const [cookie] = answer.cookies
  return cookie ? `${cookie.name}=${cookie.value}` : ''
}

/** A browser comes back from the provider: where it is sent on to. */
export async function comeBack(app: App, back: URL, cookie: string): Promise<URL> {
  const answer = await app.inject({ url: `${back.pathname}${back.search}`, headers: { cookie } })
  return new URL(answer.headers.location ?? 'nowhere:', publicUrl)
}

/** What the page is told when it is sent on: `?token=…` comes out as `token`. */
export function told(page: URL): string {
  const names = [...page.searchParams].map(([name, value]) => (name === 'error' ? value : name))
  return `${page.pathname} ${names.join(' ')}`
}

/** Brings a ticket home: everything from the login to the page. */
export async function bringTicket(
  { app, provider }: SteamPortal,
  steamId: string,
): Promise<{ ticket: string; cookie: string }> {
  const { to, cookie } = await beginSignIn(app)
  const page = await comeBack(app, provider.signIn(to, steamId), cookie)
  return { ticket: page.searchParams.get('token') ?? '', cookie }
}
