import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type HttpResponse, jsonResponse } from '../http-response.ts'
import { textResponse } from './http-response.ts'
import type { Person } from './people.ts'

/** How what programs ask is answered: see README.md. The page for people always works. */
export const faultModes = ['ok', 'down', 'slow', 'lying', 'huge'] as const
export type FaultMode = (typeof faultModes)[number]

/** What a program may ask for. */
export type RequestKind = 'check' | 'summaries' | 'picture' | 'version' | 'accounts' | 'workshop'

const slowMs = 30_000
const hugeBytes = 64 * 1024 * 1024
const filler = Buffer.alloc(64 * 1024, '\n')

/** Gives an answer as the mode wants it. */
export async function sendInMode(
  response: ServerResponse,
  answer: HttpResponse,
  { mode, asked, people }: { mode: FaultMode; asked: RequestKind; people: readonly Person[] },
): Promise<void> {
  if (mode === 'down') return void response.destroy()
  if (mode === 'huge') return sendOversized(response, answer)
  if (mode === 'slow') await wait(slowMs, undefined, { ref: false })
  sendResponse(response, mode === 'lying' ? falseResponse(asked, people) : answer)
}

export function sendResponse(response: ServerResponse, { status, type, body, headers }: HttpResponse): void {
  const length = Buffer.byteLength(body)
  response.writeHead(status, { 'content-type': type, 'content-length': length, ...headers }).end(body)
}

/**
 * Sends the true answer and then more than a client should read: line ends, which JSON and key-value text
 * allow.
 */
async function sendOversized(response: ServerResponse, { status, type, body }: HttpResponse): Promise<void> {
  response.writeHead(status, { 'content-type': type })
  const parts = function* () {
    yield Buffer.from(body)
    for (let sent = 0; sent < hugeBytes; sent += filler.length) yield filler
  }
  // The asker who has read enough and leaves is what this is for.
  await pipeline(Readable.from(parts()), response).catch(() => undefined)
}

/** Well-formed at first sight, and wrong. */
function falseResponse(asked: RequestKind, people: readonly Person[]): HttpResponse {
  switch (asked) {
    case 'check':
      return textResponse(
        'ns:http://specs.openid.net/auth/2.0\nis_valid:false\nerror:not is_valid:true\n is_valid:true\n',
      )
    case 'summaries':
      return jsonResponse({
        response: {
          players: [
            null,
            { steamid: '76561197960287930', personaname: 'Not requested', avatarfull: 'http://[' },
            ...people.map(({ steamId }) => ({ steamid: steamId, personaname: 7, avatarfull: ['no'] })),
          ],
        },
      })
    case 'version':
      return jsonResponse({ response: { success: true, up_to_date: false, required_version: 'newest' } })
    case 'accounts':
      return jsonResponse({ response: { steamid: 7, login_token: null, servers: 'none' } })
    case 'workshop':
      return jsonResponse({
        response: {
          publishedfiledetails: [null, 7, { result: 1, publishedfileid: '1; quit', consumer_app_id: 730 }],
        },
      })
    case 'picture':
      return {
        ...textResponse('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        type: 'image/png',
      }
  }
}
