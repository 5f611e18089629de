import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, json, text } from './answer.ts'
import type { Person } from './people.ts'

/** How what programs ask is answered: see README.md. The page for people always works. */
export const modes = ['ok', 'down', 'slow', 'lying', 'huge'] as const
export type Mode = (typeof modes)[number]

/** What a program may ask for. */
export type Asked = 'check' | 'summaries' | 'picture'

const slowMs = 30_000
const hugeBytes = 64 * 1024 * 1024
const filler = Buffer.alloc(64 * 1024, '\n')

/** Gives an answer as the mode wants it. */
export async function giveInMode(
  response: ServerResponse,
  answer: Answer,
  { mode, asked, people }: { mode: Mode; asked: Asked; people: readonly Person[] },
): Promise<void> {
  if (mode === 'down') return void response.destroy()
  if (mode === 'huge') return giveEndless(response, answer)
  if (mode === 'slow') await wait(slowMs, undefined, { ref: false })
  give(response, mode === 'lying' ? lie(asked, people) : answer)
}

export function give(response: ServerResponse, { status, type, body, headers }: Answer): void {
  const length = Buffer.byteLength(body)
  response.writeHead(status, { 'content-type': type, 'content-length': length, ...headers }).end(body)
}

/** The true answer and then so much more that nobody should read on: line ends, which JSON and key-value text allow. */
async function giveEndless(response: ServerResponse, { status, type, body }: Answer): Promise<void> {
  response.writeHead(status, { 'content-type': type })
  const parts = function* () {
    yield Buffer.from(body)
    for (let sent = 0; sent < hugeBytes; sent += filler.length) yield filler
  }
  // The asker who has read enough and leaves is what this is for.
  await pipeline(Readable.from(parts()), response).catch(() => undefined)
}

/** Well-formed at first sight, and wrong. */
function lie(asked: Asked, people: readonly Person[]): Answer {
  switch (asked) {
    case 'check':
      return text(
        'ns:http://specs.openid.net/auth/2.0\nis_valid:false\nerror:not is_valid:true\n is_valid:true\n',
      )
    case 'summaries':
      return json({
        response: {
          players: [
            null,
            { steamid: '76561197960287930', personaname: 'Nobody asked for me', avatarfull: 'http://[' },
            ...people.map(({ steamId }) => ({ steamid: steamId, personaname: 7, avatarfull: ['no'] })),
          ],
        },
      })
    case 'picture':
      return {
        ...text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        type: 'image/png',
      }
  }
}
