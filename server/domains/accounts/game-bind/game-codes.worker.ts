import { PortalError } from '@clutch/contract/errors.ts'
import { gameBindCodeLifetimeMs } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import { openRcon, formatPlainRconLine, RconAuthFailed } from '../../servers/index.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config' | 'jobs' | 'log'>

/** A code on its way to its player. */
interface GameBindCode {
  serverId: string
  steamId: string
  code: string
  /** When it ends, ms since 1970 (UTC). */
  until: number
}

const sealPurpose = 'game-bind-code'
const minutes = gameBindCodeLifetimeMs / 60_000

/** Encrypts the payload of a job, so that the queue does not reveal the code. */
export function sealCode({ keys }: Pick<AppContext, 'keys'>, code: GameBindCode): string {
  return keys.seal(JSON.stringify(code), sealPurpose)
}

/** C10: sends codes to players through the console of their server, in this process. */
export function startGameBindWorker(context: Dependencies): Promise<void> {
  return context.jobs.work('game-bind-code', async ({ sealed }) => {
    // Sealed by this file from the same type.
    const code = JSON.parse(context.keys.open(sealed, sealPurpose)) as GameBindCode
    if (context.clock.now().getTime() < code.until) await sendCode(context, code)
  })
}

async function sendCode(context: Dependencies, { serverId, steamId, code }: GameBindCode): Promise<void> {
  const console = await openRcon(context, serverId)
  try {
    const answer = await console.run(formatConsoleLine(steamId, code))
    if (/unknown command/i.test(answer)) logNotSent(context, serverId, 'the server knows no css_psay')
  } catch (error) {
    // A password that is wrong is wrong the next time too, and servers ban who tries.
    if (!(error instanceof PortalError && error.cause instanceof RconAuthFailed)) throw error
    logNotSent(context, serverId, 'the server refuses the RCON password')
  } finally {
    console.close()
  }
}

/**
 * A private message of SimpleAdmin. `#` and 17 digits identify a SteamID64 and cannot be a name; the plugin
 * takes the rest of the line literally and would show quotes.
 */
function formatConsoleLine(steamId: string, code: string): string {
  const [zh, en] = [`${minutes} 分钟内有效，勿告诉他人`, `valid for ${minutes} minutes, do not share it`]
  return formatPlainRconLine('css_psay', `#${steamId}`, `绑定码 Bind code: ${code} (${zh} / ${en})`)
}

function logNotSent({ log }: Dependencies, server: string, why: string): void {
  log.warn({ server, why }, 'a bind code could not be sent')
}
