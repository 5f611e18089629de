import type { ModerationOrder } from '@clutch/contract/api/servers/operator-moderation.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import {
  type EnforcementPlan,
  liftingActions,
  planEnforcement,
  toCommandMinutes,
} from '@clutch/contract/rules/moderation/enforcement.ts'
import { needsUserId, toCommandText } from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import { type GameConsoles, type ModeratedServer, moderatePlayer } from '../../servers/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { ConsolePlayers } from './console-players.ts'
import * as store from './sanction-servers.store.ts'
import { firstRestMs, unreachableRestMs } from './server-turns.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'log'>

/** What one claim works on. The console answers within 5 s or fails, which ends the claim's work. */
const rowsAtOnce = 50
/** The claim of a worker that died expires after this. */
const claimMs = 60_000
const workMs = 30_000
/** How long a console that does not answer rests at most, and a command that the server does not take. */
const longestRestMs = { unreachable: unreachableRestMs, refused: 600_000 }
const unreachableCodes: readonly string[] = ['server.rcon_failed', 'server.private_address', 'server.no_rcon']

/** The game's own command, which needs no plugin. */
const portalKick = 'kickid {userid} "{reason}"'

/**
 * Brings one game server to the sanctions that are due there, and stores how each went. Every step may be repeated: after a kill -9
 * the claim expires, and who is not there any more is not kicked again. Returns whether the console answered,
 * undefined where nothing was claimed. Throws only the database's errors.
 */
export async function enforceOnServer(
  context: Dependencies,
  consoles: GameConsoles,
  server: ModeratedServer,
  stop: AbortSignal,
): Promise<boolean | undefined> {
  const { database, clock } = context
  const claimId = crypto.randomUUID()
  const now = clock.now()
  const claim = { serverId: server.id, claimId, limit: rowsAtOnce }
  const rows = await store.claimRows(database, claim, now, new Date(now.getTime() + claimMs))
  const work = new ServerWork(context, consoles, server, claimId)
  const overMs = clock.monotonicMs() + workMs
  for (const row of rows) {
    // The rest becomes due again when the claim expires.
    if (stop.aborted || clock.monotonicMs() > overMs) break
    await work.enforce(row)
    if (!work.isReachable) {
      await work.postponeRest()
      break
    }
  }
  return rows.length === 0 ? undefined : work.isReachable
}

class ServerWork {
  readonly #context: Dependencies
  readonly #consoles: GameConsoles
  readonly #server: ModeratedServer
  readonly #claimId: string
  readonly #players: ConsolePlayers
  /** Why the console is not asked any more. */
  #unreachable: PortalError | null = null

  constructor(context: Dependencies, consoles: GameConsoles, server: ModeratedServer, claimId: string) {
    this.#context = context
    this.#consoles = consoles
    this.#server = server
    this.#claimId = claimId
    this.#players = new ConsolePlayers(context, consoles, server.id)
  }

  get isReachable(): boolean {
    return this.#unreachable === null
  }

  async enforce(row: store.ClaimedRow): Promise<void> {
    const { database, clock, log } = this.#context
    const tried = { isSent: false }
    const result = await this.#try(row, tried).then(
      (state) => ({ state, problem: '', tries: 0, dueAt: null }),
      (error: unknown) => this.#toFailure(error, row),
    )
    await store.saveResult(database, { ...row, claimId: this.#claimId }, { ...result, ...tried }, clock.now())
    const { kind, steamId } = row
    const about = { server: this.#server.id, steamId, kind, state: result.state }
    if (result.problem === '') log.info(about, 'applied a sanction on a game server')
    else log.warn({ ...about, problem: result.problem }, 'cannot apply a sanction on a game server; retrying')
  }

  /** Stores for the other rows of the claim what the console's silence means for them, in one statement. */
  async postponeRest(): Promise<void> {
    const { database, clock } = this.#context
    const claim = { serverId: this.#server.id, claimId: this.#claimId }
    const rest = { firstMs: firstRestMs, longestMs: longestRestMs.unreachable }
    await store.postponeClaimed(
      database,
      claim,
      { problem: this.#unreachable?.code ?? '', rest },
      clock.now(),
    )
  }

  async #try(row: store.ClaimedRow, tried: { isSent: boolean }): Promise<string> {
    const player = (await this.#players.list()).find(({ steamId }) => steamId === row.steamId)
    const plan = this.#plan(row, player ? { seconds: player.seconds } : null)
    for (const action of plan.actions) {
      if (action === 'portal-kick') {
        await this.#kick(row)
        continue
      }
      const isLast = plan.actions.at(-1) === action
      await store.markSent(this.#context.database, row, this.#context.clock.now())
      const isDone = await this.#send(row, action, { isNeeded: isLast })
      tried.isSent ||= isDone
    }
    if (plan.actions.includes('portal-kick')) {
      if (await this.#isThere(row.steamId))
        throw new PortalError('server.player_stays', 'They are still there after the kick')
      await store.markKicked(this.#context.database, row, this.#context.clock.now())
    }
    return plan.state
  }

  #plan(row: store.ClaimedRow, present: { seconds: number | null } | null): EnforcementPlan {
    const now = this.#context.clock.now().getTime()
    const { commands, onlineSince } = this.#server
    const { kind, wanted, expiresAt, liftedAt, sentAt, resend, isHeldByAnother } = row
    const isOver = expiresAt !== null && expiresAt.getTime() <= now
    // A lifted sanction is never applied, whatever its row says.
    const target = liftedAt !== null ? 'lifted' : isOver ? 'ended' : wanted
    const since = present?.seconds == null ? null : now - present.seconds * 1_000
    return planEnforcement({
      kind,
      target,
      isHeldByAnother,
      isByAddress: row.steamId !== row.ofSteamId,
      commands: { apply: commands[kind], lift: commands[liftingActions[kind]] },
      present: present && { since },
      sentAt: sentAt?.getTime() ?? null,
      resend,
      onlineSince: onlineSince?.getTime() ?? null,
      now,
    })
  }

  /**
   * Sends a command of the preset; of one that is not needed, what the server refuses is passed over. A command that was not sent,
   * because console and log disagree about the player's number, is tried again.
   */
  async #send(
    row: store.ClaimedRow,
    action: Exclude<ModerationOrder['action'], 'kick'>,
    { isNeeded }: { isNeeded: boolean },
  ): Promise<boolean> {
    try {
      await this.#moderate(row, { action, steamId: row.steamId })
      return true
    } catch (error) {
      if (isUnreachable(error) || isUncertain(error)) throw error
      // The game answers so to the end of a ban that it lost with a restart.
      const isGone =
        error instanceof PortalError && error.code === 'server.command_failed' && action === 'unban'
      if (isNeeded && !isGone) throw error
      return isGone
    }
  }

  /** Kicks with the game's own command, then with the preset's, by the number that they have at the time. */
  async #kick(row: store.ClaimedRow): Promise<void> {
    const { kick } = this.#server.commands
    const templates = kick === '' || kick === portalKick ? [portalKick] : [portalKick, kick]
    for (const template of templates) {
      const player = (await this.#players.list()).find(({ steamId }) => steamId === row.steamId)
      if (player?.userId == null) return
      const order = { action: 'kick', steamId: row.steamId, userId: player.userId } as const
      try {
        await this.#moderate(row, order, { ...this.#server.commands, kick: template })
      } catch (error) {
        if (isUnreachable(error)) throw error
        if (!(error instanceof PortalError)) throw error
      }
    }
  }

  async #moderate(
    row: store.ClaimedRow,
    order: Pick<ModerationOrder, 'action' | 'steamId' | 'userId'>,
    commands = this.#server.commands,
  ): Promise<void> {
    const now = this.#context.clock.now().getTime()
    const minutes = toCommandMinutes(row.expiresAt?.getTime() ?? null, now)
    const isByNumber = needsUserId(commands[order.action])
    const target = {
      commands,
      listPlayers: () => this.#players.list(),
      run: async (line: string) => {
        if (isByNumber) await this.#players.assertSameNumber(row.steamId)
        return this.#consoles.run(this.#server.id, line)
      },
    }
    try {
      await moderatePlayer(target, { ...order, minutes, reason: toCommandText(row.reason) })
    } finally {
      this.#players.forget()
    }
  }

  async #isThere(player: string): Promise<boolean> {
    return (await this.#players.list()).some(({ steamId }) => steamId === player)
  }

  #toFailure(error: unknown, { tries: before }: store.ClaimedRow) {
    if (!(error instanceof PortalError)) throw error
    const isSilent = isUnreachable(error)
    if (isSilent) this.#unreachable = error
    const tries = before + 1
    const longest =
      isSilent || error.code === 'server.player_stays' ? longestRestMs.unreachable : longestRestMs.refused
    const restMs = Math.min(longest, firstRestMs * 2 ** Math.min(tries, 20))
    const dueAt = new Date(this.#context.clock.now().getTime() + restMs)
    return { state: 'waiting', problem: error.code, tries, dueAt }
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof PortalError && unreachableCodes.includes(error.code)
}

function isUncertain(error: unknown): boolean {
  return error instanceof PortalError && error.code === 'server.player_gone'
}
