import type { LinkProvider } from '@clutch/contract/rules/accounts/linked-accounts.ts'
import { sanitizeName } from '@clutch/contract/rules/shared/names.ts'
import { z } from 'zod'
import type { Config } from '../../../platform/config/config.ts'
import { FetchFailed, requestWithLimits } from '../../../platform/network/fetch-with-limits.ts'
import { allowAnyAddress } from '../../../platform/network/outgoing-requests.ts'

/** An account of another service, as the service says. */
export interface ProviderAccount {
  subject: string
  name: string
}

/** A service with which players link accounts (OAuth 2.0). */
export interface OAuthProvider {
  authorizeUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  scope: string
  /** How the service takes a token request and answers it, as a fetch that follows the standard. */
  fetch: (url: string, init: { body: URLSearchParams }) => Promise<Response>
  /** Throws FetchFailed. */
  readAccount: (accessToken: string) => Promise<ProviderAccount>
}

const limits = { withinMs: 8_000, maxBytes: 64 * 1024 }
const nameMaxLength = 64
const displayName = z
  .string()
  .transform((text) => sanitizeName(sanitizeName(text).slice(0, nameMaxLength)))
  .pipe(z.string().min(1))

const factories: Record<LinkProvider, (config: Config) => OAuthProvider | null> = {
  discord: createDiscord,
  qq: createQq,
}

/** The service, where the settings name its application; null without. */
export function findOAuthProvider(config: Config, provider: LinkProvider): OAuthProvider | null {
  return factories[provider](config)
}

const discordUser = z.object({
  id: z.string().regex(/^\d{15,22}$/),
  username: displayName,
  global_name: displayName.nullable().catch(null),
})

function createDiscord({ discordUrl, discordClientId, discordClientSecret }: Config): OAuthProvider | null {
  if (discordClientId === undefined || discordClientSecret === undefined) return null
  const api = `${discordUrl}/api/v10`
  return {
    authorizeUrl: `${discordUrl}/oauth2/authorize`,
    tokenUrl: `${api}/oauth2/token`,
    clientId: discordClientId,
    clientSecret: discordClientSecret,
    scope: 'identify',
    fetch: async (url, { body }) => {
      const headers = { accept: 'application/json' }
      const answer = await requestWithLimits(
        new URL(url),
        { method: 'POST', headers, body, ...limits },
        allowAnyAddress,
      )
      return new Response(answer.body.toString('utf8'), {
        status: answer.status,
        headers: { 'content-type': answer.header('content-type') ?? '' },
      })
    },
    readAccount: async (token) => {
      const user = parse(
        discordUser,
        await getJson(new URL(`${api}/users/@me`), { authorization: `Bearer ${token}` }),
      )
      return { subject: user.id, name: user.global_name ?? user.username }
    },
  }
}

const qqToken = z.object({ access_token: z.string().min(1).max(512) })
const qqIdentity = z.object({ openid: z.string().regex(/^[0-9A-Fa-f]{32}$/) })
const qqUser = z.object({ ret: z.literal(0), nickname: displayName })

/**
 * QQ Connect is older than the standard: tokens are asked for by GET, answers say `text/html`, failures come with status 200, and no
 * `token_type` is named. PKCE is sent, which it ignores; its secret is in the request, too.
 */
function createQq({ qqUrl, qqAppId, qqAppKey }: Config): OAuthProvider | null {
  if (qqAppId === undefined || qqAppKey === undefined) return null
  return {
    authorizeUrl: `${qqUrl}/oauth2.0/authorize`,
    tokenUrl: `${qqUrl}/oauth2.0/token`,
    clientId: qqAppId,
    clientSecret: qqAppKey,
    scope: 'get_user_info',
    fetch: async (url, { body }) => {
      const address = new URL(url)
      address.search = new URLSearchParams([...body, ['fmt', 'json']]).toString()
      const token = qqToken.safeParse(await getJson(address))
      return token.success
        ? Response.json({ access_token: token.data.access_token, token_type: 'bearer' })
        : Response.json({ error: 'invalid_grant' }, { status: 400 })
    },
    readAccount: async (token) => {
      const who = new URL(`${qqUrl}/oauth2.0/me`)
      who.search = new URLSearchParams({ access_token: token, fmt: 'json' }).toString()
      const { openid } = parse(qqIdentity, await getJson(who))
      const info = new URL(`${qqUrl}/user/get_user_info`)
      info.search = new URLSearchParams({
        access_token: token,
        oauth_consumer_key: qqAppId,
        openid,
      }).toString()
      return { subject: openid.toUpperCase(), name: parse(qqUser, await getJson(info)).nickname }
    },
  }
}

async function getJson(address: URL, headers: Record<string, string> = {}): Promise<unknown> {
  const request = { method: 'GET', headers: { accept: 'application/json', ...headers }, ...limits } as const
  const { status, body } = await requestWithLimits(address, request, allowAnyAddress)
  if (status !== 200) throw new FetchFailed(`answered with status ${status}`)
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    throw new FetchFailed('answered with something else than JSON')
  }
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const { success, data } = schema.safeParse(value)
  if (!success) throw new FetchFailed('answered with something else than an account')
  return data
}
