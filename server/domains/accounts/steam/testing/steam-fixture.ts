import type { LightMyRequestResponse } from 'fastify'
import type { App } from '../../../../platform/http/app.ts'
import type { Config } from '../../../../platform/config/config.ts'
import { type TestContext, createTestContext } from '../../../../testing/test-context.ts'
import { createTestApp } from '../../../../testing/http.ts'
import { registerSteamRoutes } from '../steam.routes.ts'
import { OpenIdTestProvider } from './openid-test-provider.ts'

const publicUrl = 'http://portal.test'

/** Steam's calls on an app context of their own, with a provider for tests. */
export interface SteamFixture {
  context: TestContext
  app: App
  provider: OpenIdTestProvider
  close(): Promise<void>
}

export async function createSteamFixture(
  settings: Partial<Config> = {},
  providerWithinMs?: number,
): Promise<SteamFixture> {
  const plain = await createTestContext()
  const provider = new OpenIdTestProvider(plain.clock)
  await provider.start()
  const context = {
    ...plain,
    config: { ...plain.config, publicUrl, steamOpenidUrl: provider.endpoint, ...settings },
  }
  const app = await createTestApp(context)
  registerSteamRoutes(context, app, providerWithinMs)
  const close = async () => {
    await app.close()
    await provider.stop()
    await context.destroy()
  }
  return { context, app, provider, close }
}

/** A browser on its way to the provider. */
export interface ProviderRedirect {
  /** Where it was sent to. */
  url: string
  cookie: string
}

/** Begins a sign-in in a fresh browser. */
export async function beginSignIn(app: App): Promise<ProviderRedirect> {
  const answer = await app.inject({ url: '/api/auth/steam/login' })
  return { url: answer.headers.location ?? '', cookie: cookieOf(answer) }
}

/** The cookie an answer gave, as a browser sends it. */
export function cookieOf(answer: LightMyRequestResponse): string {
  const [cookie] = answer.cookies
  return cookie ? `${cookie.name}=${cookie.value}` : ''
}

/** A browser comes back from the provider: where it is sent on to. */
export async function returnFromProvider(app: App, back: URL, cookie: string): Promise<URL> {
  const answer = await app.inject({ url: `${back.pathname}${back.search}`, headers: { cookie } })
  return new URL(answer.headers.location ?? 'nowhere:', publicUrl)
}

/** Returns what the page receives on a redirect: `?token=…` becomes `token`. */
export function formatPageResult(page: URL): string {
  const names = [...page.searchParams].map(([name, value]) => (name === 'error' ? value : name))
  return `${page.pathname} ${names.join(' ')}`
}

/** Brings a ticket home: everything from the login to the page. */
export async function obtainTicket(
  { app, provider }: SteamFixture,
  steamId: string,
): Promise<{ ticket: string; cookie: string }> {
  const { url, cookie } = await beginSignIn(app)
  const page = await returnFromProvider(app, provider.signIn(url, steamId), cookie)
  return { ticket: page.searchParams.get('token') ?? '', cookie }
}
