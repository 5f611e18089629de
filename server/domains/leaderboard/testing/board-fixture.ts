import { type Counts, zeroCounters } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { BoardPage, BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { registerAccounts } from '../../accounts/index.ts'
import type { Anomaly, CountedBatch } from '../../events/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { countIntoBoards, registerLeaderboard } from '../index.ts'

/** Returns a player's full counts from some of them. */
export function fillCounts(some: Partial<Counts>): Counts {
  return { ...zeroCounters(), ...some }
}

/** The SteamID64 of the n-th player of a test, from 0. */
export function playerId(n: number): string {
  return String(76_561_197_960_265_729n + BigInt(n))
}

/** What a batch of a test has that its maker does not care about. */
export interface BatchOptions {
  mode?: BoardMode | null
  serverId?: string
  receivedAt?: Date
  anomalies?: Anomaly[]
}

/** The boards on their own app context: what counts, what an operator does, and what visitors see. */
export class BoardFixture {
  readonly context: TestContext
  readonly app: App

  private constructor(context: TestContext, app: App) {
    this.context = context
    this.app = app
  }

  static async open(): Promise<BoardFixture> {
    const context = await createTestContext()
    const app = await createTestApp(context)
    registerLeaderboard(context, app)
    registerAccounts(context, app)
    return new BoardFixture(context, app)
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.context.destroy()
  }

  /** Counts one batch: players by their number, named `p<number>`. */
  async count(players: Readonly<Record<number, Partial<Counts>>>, options: BatchOptions = {}): Promise<void> {
    await this.countAll([this.batch(players, options)])
  }

  batch(
    players: Readonly<Record<number, Partial<Counts>>>,
    { mode = 'dm', serverId = randomUUIDv7(), receivedAt, anomalies = [] }: BatchOptions = {},
  ): CountedBatch {
    return {
      serverId,
      rentalId: null,
      mode,
      receivedAt: receivedAt ?? this.context.clock.now(),
      anomalies,
      players: Object.entries(players).map(([n, some]) => ({
        steamId: playerId(Number(n)),
        name: `p${n}`,
        counts: fillCounts(some),
      })),
    }
  }

  async countAll(batches: readonly CountedBatch[]): Promise<void> {
    const count = countIntoBoards(this.context)
    await this.context.database.transaction().execute((tx) => count(tx, batches))
  }

  async get<T>(path: string): Promise<T> {
    const answer = await this.app.inject({ url: `/api/leaderboard/${path}` })
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
    return answer.json<T>()
  }

  page(mode: BoardMode, query = ''): Promise<BoardPage> {
    return this.get(`${mode}?${query}`)
  }

  /** A board's players and ranks, `p1 #1`, from its first page. */
  async order(mode: BoardMode, query = ''): Promise<string[]> {
    return (await this.page(mode, query)).data.map(formatRow)
  }

  /** An operator's call; answers its status and body. */
  async operate<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object) {
    const request = { method, url: `/api/operator/${path}`, headers: asOperator }
    const answer = await this.app.inject(payload ? { ...request, payload } : request)
    return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as T }
  }
}

/** `p1 #1`. */
export function formatRow({ nickname, rank }: BoardRow): string {
  return `${nickname} #${rank ?? '-'}`
}
