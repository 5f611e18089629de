import { randomInt } from 'node:crypto'
import { gameBindCodeLength, gameBindCodeLifetimeMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type ChatLine, type ChatSubscriber, isPresent } from '../../events/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { allowsBindCodes } from '../../servers/index.ts'
import { hashGameCode } from './game-code-hash.ts'
import { saveGameCode } from './game-codes.store.ts'
import { isOperator } from '../groups/groups.service.ts'
import { tryConsumeRateLimit } from '../rate-limits/rate-limits.service.ts'
import { sealCode } from './game-codes.worker.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'jobs'>
type BindRequest = Pick<ChatLine, 'serverId' | 'steamId'>

const bindCommand = /^\s*[!./]bind\s*$/i
/** Older messages get no answer. */
const maxMessageAgeMs = 2 * 60_000
/** Lower case as the page sends it, without what looks alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * C10: sends a bind code through the game server to a player who types `!bind`. Only on servers that the
 * operator marked, only to players whom the server's own events show as present, never to an operator, three
 * times an hour; other players get nothing.
 */
export function createGameBindSubscriber(context: Dependencies): ChatSubscriber {
  return async (tx, chat) => {
    const now = context.clock.now()
    for (const asker of findBindRequests(chat, now)) {
      const { serverId, steamId } = asker
      if (!(await allowsBindCodes(tx, serverId)) || (await isOperator(tx, steamId, now))) continue
      if (!(await isPresent(tx, serverId, steamId, now))) continue
      if (await tryConsumeRateLimit({ ...context, database: tx }, 'game-bind account', steamId))
        await issueCode(context, tx, asker, now)
    }
  }
}

/** Returns each player's latest recent request. */
function findBindRequests(chat: readonly ChatLine[], now: Date): BindRequest[] {
  const since = now.getTime() - maxMessageAgeMs
  const requests = chat.filter(
    ({ text, receivedAt }) => bindCommand.test(text) && receivedAt.getTime() >= since,
  )
  return [...new Map(requests.map((line) => [line.steamId, line])).values()]
}

async function issueCode(
  context: Dependencies,
  tx: Queries,
  { serverId, steamId }: BindRequest,
  now: Date,
): Promise<void> {
  const code = Array.from({ length: gameBindCodeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const expires = new Date(now.getTime() + gameBindCodeLifetimeMs)
  const hash = hashGameCode(context, code)
  await saveGameCode(tx, { hash, steam_id: steamId, server_id: serverId, expires_at: expires })
  const sealed = sealCode(context, { serverId, steamId, code, until: expires.getTime() })
  await context.jobs.enqueue(tx, 'game-bind-code', { sealed })
}
