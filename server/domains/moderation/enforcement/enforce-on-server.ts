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
import * as store from './sanction-claims.store.ts'
import { firstRestMs, unreachableRestMs } from './server-turns.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'log'>

/** What one claim works on. The console answers within 5 s or fails, which ends the claim's work. */
const rowsAtOnce = 10
/** The claim of a worker that died expires after this. */
const claimMs = 60_000
const workMs = 30_000
/** How long a console that does not answer rests at most, and a command that the server does not take. */
const longestRestMs = { unreachable: unreachableRestMs, refused: 600_000 }
const unreachableCodes: readonly string[] = ['server.rcon_failed', 'server.private_address', 'server.no_rcon']

/** The game's own command, which needs no plugin. */
const portalKick = 'kickid {userid} "{reason}"'

type Consoles = Pick<GameConsoles, 'run' | 'listPlayers'>

/** The row became due again meanwhile or another worker claimed it: nothing more is sent for it. */
class ClaimOver extends Error {
  override name = 'ClaimOver'
}

/**
 * Brings one game server to the sanctions that are due there, and stores how each went. Every step may be repeated: after a kill -9
 * the claim expires, and who is not there any more is not kicked again. Before each command the row must still be claimed: a sanction
 * that was changed or lifted meanwhile is not sent as it was. Returns whether the console answered,
 * undefined where nothing was claimed. Throws only the database's errors.
 */
export async function enforceOnServer(
  context: Dependencies,
  consoles: Consoles,
  server: ModeratedServer,
  stop: AbortSignal,
): Promise<boolean | undefined> {
  const { clock } = context
  const work = new ServerWork(context, consoles, server)
  const overMs = clock.monotonicMs() + workMs
  const mayContinue = () => work.isReachable && !stop.aborted && clock.monotonicMs() <= overMs
  let isUsed = false
  let isFull = true
  while (isFull && mayContinue()) {
    const rows = await work.claim()
    isUsed ||= rows.length > 0
    isFull = rows.length === rowsAtOnce
    let done = 0
    for (const row of rows) {
      if (!mayContinue()) break
      await work.enforce(row)
      done += 1
    }
    if (done < rows.length) await work.leave()
  }
  return isUsed ? work.isReachable : undefined
}

/** What was done for a row. */
interface Try {
  row: store.ClaimedRow
  /** Whether a command may have reached the server. */
  isStarted: boolean
  /** Whether the server took one. */
  isSent: boolean
}

class ServerWork {
  readonly #context: Dependencies
  readonly #consoles: Consoles
  readonly #server: ModeratedServer
  readonly #claimId = crypto.randomUUID()
  readonly #players: ConsolePlayers
  /** Why the console is not asked any more. */
  #unreachable: PortalError | null = null

  constructor(context: Dependencies, consoles: Consoles, server: ModeratedServer) {
    this.#context = context
    this.#consoles = consoles
    this.#server = server
    this.#players = new ConsolePlayers(context, consoles, server.id)
  }

  get isReachable(): boolean {
    return this.#unreachable === null
  }

  claim(): Promise<store.ClaimedRow[]> {
    const { database, clock } = this.#context
    const now = clock.now()
    const claim = { ...this.#claim, limit: rowsAtOnce }
    return store.claimRows(database, claim, now, new Date(now.getTime() + claimMs))
  }

  async enforce(claimed: store.ClaimedRow): Promise<void> {
    const { database, clock, log } = this.#context
    const tried: Try = { row: claimed, isStarted: false, isSent: false }
    const result = await this.#try(tried).then(
      (state) => ({ state, problem: '', tries: 0, dueAt: null }),
      (error: unknown) => this.#toFailure(error, tried.row),
    )
    const { row, isStarted, isSent } = tried
    const { kind, steamId } = row
    const about = { server: this.#server.id, steamId, kind }
    const isMine =
      result !== null &&
      (await store.saveResult(database, this.#keyOf(row), { ...result, isSent }, clock.now()))
    if (!isMine) {
      const isQueued = isStarted && (await store.queueStale(database, row, clock.now()))
      if (isQueued) log.info(about, 'a sanction changed while a command was sent; sending again')
    } else if (result.problem === '')
      log.info({ ...about, state: result.state }, 'applied a sanction on a game server')
    else
      log.warn(
        { ...about, state: result.state, problem: result.problem },
        'cannot apply a sanction on a game server; retrying',
      )
  }

  /** Ends the claim of the rows that were not worked on: they are due at once, or rest where the console is silent. */
  async leave(): Promise<void> {
    const { database, clock } = this.#context
    if (!this.#unreachable) return store.releaseClaimed(database, this.#claim, clock.now())
    const rest = { firstMs: firstRestMs, longestMs: longestRestMs.unreachable }
    const { code: problem } = this.#unreachable
    await store.postponeClaimed(database, this.#claim, { problem, rest }, clock.now())
  }

  get #claim() {
    return { serverId: this.#server.id, claimId: this.#claimId }
  }

  #keyOf({ sanctionId, steamId }: store.ClaimedRow) {
    return { ...this.#claim, sanctionId, steamId }
  }

  async #try(tried: Try): Promise<string> {
    const { database, clock } = this.#context
    const player = (await this.#players.list()).find(({ steamId }) => steamId === tried.row.steamId)
    // The row may have been claimed a while ago.
    const row = await store.readClaimedRow(database, this.#keyOf(tried.row), clock.now())
    if (!row) throw new ClaimOver()
    tried.row = row
    const plan = this.#plan(row, player ? { seconds: player.seconds } : null)
    for (const action of plan.actions) {
      if (action === 'portal-kick') {
        await this.#kick(row)
        continue
      }
      const isLast = plan.actions.at(-1) === action
      if (!(await store.markSent(database, this.#keyOf(row), clock.now()))) throw new ClaimOver()
      tried.isStarted = true
      const isDone = await this.#send(row, action, { isNeeded: isLast })
      tried.isSent ||= isDone
    }
    if (plan.actions.includes('portal-kick')) {
      if (await this.#isThere(row.steamId))
        throw new PortalError('server.player_stays', 'They are still there after the kick')
      await store.markKicked(database, row, clock.now())
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

  /** Null where the row is another's by now. */
  #toFailure(error: unknown, { tries: before }: store.ClaimedRow) {
    if (error instanceof ClaimOver) return null
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
