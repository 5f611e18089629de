import type { Body, Call, Params, Query, Reply } from '@clutch/contract/api/call.ts'
import { errorStatus, type ErrorCode } from '@clutch/contract/errors.ts'
import { expect, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'

/** What a call arrived with, as its schemas read it. */
interface Received<C extends Call> {
  params: Params<C>
  query: Query<C>
  body: Body<C>
}

type Answer<C extends Call> = (received: Received<C>) => Reply<C> | Refusal | Promise<Reply<C> | Refusal>

interface StubbedPortal {
  /** Answers a call from now on. Returns what it arrived with, filled as calls are made. */
  answer: <C extends Call>(call: C, answer: Answer<C>) => Received<C>[]
}

/** An answer that refuses. */
class Refusal {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    this.code = code
  }
}

export function refuse(code: ErrorCode): Refusal {
  return new Refusal(code)
}

interface StubbedCall {
  call: Call
  answer: Answer<Call>
  received: Received<Call>[]
}

/**
 * Takes the place of the network until the test ends: a request is read and its answer is checked by the schemas of the contract.
 * The test fails where a request matches no answered call, or where either breaks its schema.
 */
export function stubPortal(): StubbedPortal {
  const stubbed: StubbedCall[] = []
  const faults: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, signal }: RequestInit = {}) => {
    const url = new URL(address, 'http://portal.test')
    try {
      const answer = answerRequest(stubbed, method, url, typeof body === 'string' ? body : undefined)
      return await Promise.race([answer, rejectWhenEnded(signal)])
    } catch (error) {
      if (signal?.aborted !== true) faults.push(`${method} ${url.pathname}: ${String(error)}`)
      throw error
    }
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    expect(faults).toEqual([])
  })
  return {
    answer: (call, answer) => {
      const received: Received<typeof call>[] = []
      stubbed.unshift({ call, answer: answer as Answer<Call>, received: received as Received<Call>[] })
      return received
    },
  }
}

/** An ended call rejects at once, as that of a browser does. */
function rejectWhenEnded(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')))
  })
}

async function answerRequest(
  stubbed: readonly StubbedCall[],
  method: string,
  url: URL,
  body: string | undefined,
): Promise<Response> {
  for (const { call, answer, received } of stubbed) {
    const params = matchPath(call.path, url.pathname)
    if (call.method !== method || params === null) continue
    const read = {
      params: call.params && z.parse(call.params, params),
      query: call.query && z.parse(call.query, Object.fromEntries(url.searchParams)),
      body: call.body && z.parse(call.body, JSON.parse(body ?? 'null')),
    } as Received<Call>
    received.push(read)
    const reply = await answer(read)
    if (reply instanceof Refusal)
      return Response.json({ error: reply.code, code: reply.code }, { status: errorStatus[reply.code] })
    return call.reply === undefined
      ? new Response(null, { status: 204 })
      : Response.json(z.parse(call.reply, reply))
  }
  throw new Error('no answer is stubbed')
}

/** The parameters of an address such as `/api/servers/:id`; null where it is another one. */
function matchPath(pattern: string, path: string): Record<string, string> | null {
  const source = pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^${source}$`).exec(path)
  if (match === null) return null
  const groups = Object.entries(match.groups ?? {})
  return Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)]))
}
