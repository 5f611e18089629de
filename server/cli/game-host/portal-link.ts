import { z } from 'zod'
import { HostError, exitCodes } from './host-error.ts'
import { readOptionalFile } from '../../platform/read-optional-file.ts'

const requestMs = 30_000
/** The portal looks for a game server for some seconds. */
const uploadMs = 10 * 60_000

const resultSchema = z.object({ log: z.nullable(z.number()), demo: z.nullable(z.number()) })
const probeSchema = z.object({ ok: z.boolean(), ms: z.number(), problem: z.nullable(z.string()) })
const reachSchema = z.object({ query: probeSchema, rcon: z.nullable(probeSchema) })

export type ReachResult = z.output<typeof reachSchema>

/** The portal, as a host reaches it by the token of a host check. */
export class PortalLink {
  /** The address that the games report to. */
  readonly url: string
  readonly token: string
  /** The host's address for players and the portal; null: not asked back. */
  readonly publicHost: string | null

  constructor(options: { url: string; token: string; publicHost: string | null }) {
    this.url = options.url.replace(/\/+$/, '')
    this.token = options.token
    this.publicHost = options.publicHost
  }

  /** What has arrived, in bytes. Throws PortalUnreachable. */
  async readResult(): Promise<z.output<typeof resultSchema>> {
    return this.#request('/api/events/host-check', resultSchema, { method: 'GET' })
  }

  /** Has the portal query a game server of this host. Throws PortalUnreachable. */
  async probe(publicHost: string, port: number, rconPassword: string): Promise<ReachResult> {
    const body = JSON.stringify({ ip: publicHost, port, rcon_password: rconPassword })
    const headers = { 'content-type': 'application/json' }
    return this.#request('/api/events/host-check/probe', reachSchema, { method: 'POST', body, headers })
  }

  /** Uploads bytes as MatchZy uploads a demo. Throws PortalUnreachable, as for a proxy that allows no body of this size. */
  async uploadDemo(bytes: number): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream', 'matchzy-filename': 'clutch-doctor.dem' }
    const body = new Blob(Array.from({ length: Math.ceil(bytes / 1e6) }, () => new Uint8Array(1e6)))
    await this.#request('/api/events/demos', z.object({}), { method: 'POST', body, headers }, uploadMs)
  }

  async #request<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    { headers: sent, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
    withinMs = requestMs,
  ): Promise<z.output<Schema>> {
    const headers = { ...sent, authorization: `Bearer ${this.token}` }
    try {
      const signal = AbortSignal.timeout(withinMs)
      const response = await fetch(`${this.url}${path}`, { ...init, headers, redirect: 'error', signal })
      const text = await response.text()
      if (!response.ok) throw new Error(`status ${response.status} ${text.slice(0, 200)}`)
      return schema.parse(JSON.parse(text))
    } catch (error) {
      throw new PortalUnreachable(describeFailure(error))
    }
  }
}

/** The portal did not answer as it should; the message names no address and no secret. */
export class PortalUnreachable extends Error {
  override name = 'PortalUnreachable'
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.message
}

/** Reads the options of `doctor`; null without a portal. Throws HostError for a token that cannot be read. */
export function openPortalLink({
  url,
  tokenFile,
  publicHost,
}: {
  url: string | undefined
  tokenFile: string | undefined
  publicHost: string | undefined
}): PortalLink | null {
  if (url === undefined) return null
  if (!URL.canParse(url)) throw new HostError('--portal must be an address', exitCodes.usage)
  if (tokenFile === undefined) throw new HostError('--portal needs --token-file', exitCodes.usage)
  return new PortalLink({ url, token: readToken(tokenFile), publicHost: publicHost ?? null })
}

/** The token of a file: alone, or in the whole answer of `host check`. */
function readToken(file: string): string {
  const text = readOptionalFile(file)?.trim() ?? ''
  const token = /"token": ?"([^"]*)"/.exec(text)?.[1] ?? text
  if (!/^[\w-]+$/.test(token))
    throw new HostError(`the token of "host check" cannot be read from ${file}`, exitCodes.usage)
  return token
}
