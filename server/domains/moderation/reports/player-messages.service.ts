import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { JobData } from '../../../platform/jobs/index.ts'
import { RconAuthFailed, formatPlainRconLine, openRcon } from '../../servers/index.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config' | 'jobs' | 'log'>

/** What the portal says to a player in the game: the portal does not know which language they read. */
export interface GameMessage {
  zh: string
  en: string
}

/** A message is of no use later. */
const usefulMs = 60_000
const namesMaxLength = 80

/** Sends a message to one player on a game server, once the transaction is committed. */
export async function messagePlayer(
  { clock, jobs }: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Queries,
  { serverId, steamId, message }: { serverId: string; steamId: string; message: GameMessage },
): Promise<void> {
  const text = `${message.zh} / ${message.en}`
  await jobs.enqueue(tx, 'player-message', {
    serverId,
    steamId,
    text,
    until: clock.now().getTime() + usefulMs,
  })
}

/** Names as a console line takes them: without what could end it or begin a comment, and not too long. */
export function shortenNames(names: readonly string[]): string {
  const plain = names.map((name) => name.replaceAll(/["';/\\\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ').trim())
  return plain.join(', ').slice(0, namesMaxLength).toWellFormed()
}

/** Starts sending messages to players in this process. */
export function startPlayerMessageWorker(context: Dependencies): Promise<void> {
  return context.jobs.work('player-message', async (data) => {
    if (context.clock.now().getTime() < data.until) await sendMessage(context, data)
  })
}

/**
 * Sends a private message of SimpleAdmin. `#` and 17 digits identify a SteamID64 and cannot be a name. A server without RCON or without
 * the command gives no answer: the report is made all the same.
 */
async function sendMessage(
  context: Dependencies,
  { serverId, steamId, text }: JobData['player-message'],
): Promise<void> {
  const skip = (why: string) =>
    context.log.debug({ server: serverId, why }, 'a player message could not be sent')
  try {
    const console = await openRcon(context, serverId)
    try {
      const answer = await console.run(formatPlainRconLine('css_psay', `#${steamId}`, text))
      if (/unknown command/i.test(answer)) skip('the server knows no css_psay')
    } finally {
      console.close()
    }
  } catch (error) {
    const isPermanent =
      error instanceof PortalError &&
      (error.code === 'server.no_rcon' ||
        error.code === 'server.not_registered' ||
        error.cause instanceof RconAuthFailed)
    if (!isPermanent) throw error
    skip(error.code)
  }
}
