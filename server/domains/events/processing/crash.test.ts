// @slow 12 s: kills whole portals
import type { Counts } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isProving, sampleCases } from '@clutch/tools/testing/test-options.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { type Program, startProgram } from '../../../testing/program.ts'
import { readPosition } from '../intake/batch-position.ts'
import { killSteps } from '../testing/kill-steps.ts'
import { recordGameLog } from '../testing/game-log.ts'
import { type TestReporter, type SentBatch, addReporter, createEventsApp } from '../testing/events-app.ts'
import { sumByPlayer, countDistinctBatches } from '../testing/count-sums.ts'

let context: TestContext
let app: App
let log: SentBatch[] = []

beforeAll(async () => {
  context = await createTestContext()
  app = await createEventsApp(context)
  const played = await recordGameLog('crash', 12)
  log = played.slice(0, played.length - (played.length % 2))
  await sql`create table test_counted (server_id uuid, steam_id text, counts jsonb)`.execute(context.database)
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

function start(environment: NodeJS.ProcessEnv): Program {
  const address = JSON.stringify(context.database.address)
  return startProgram('server/domains/events/testing/killable-portal.program.ts', {
    TEST_DATABASE: address,
    ...environment,
  })
}

/** A game server that sends its log again and again as that of its next run, each batch until it was answered. */
class Sender {
  readonly reporter: TestReporter
  readonly answered: SentBatch[] = []
  #next = 0
  /** Sent and not answered: it may be stored all the same. */
  #open = false

  constructor(reporter: TestReporter) {
    this.reporter = reporter
  }

  /** Sends until it shall stop, at the end of a run at the earliest where that is asked for. */
  async send(url: string, stop: AbortSignal, wholeRun = false): Promise<void> {
    while (!stop.aborted && !(wholeRun && this.#next % log.length === 0 && !this.#open)) {
      const sent = this.#batch(this.#next)
      this.#open = true
      const address = `${url}/api/events/log/${this.reporter.secret}`
      const answer = await fetch(address, { method: 'POST', ...sent, signal: stop }).catch(() => null)
      if (answer?.status !== 200) continue
      this.#open = false
      this.answered.push(sent)
      this.#next += 1
    }
  }

  /** Every second one is overtaken by the next. */
  #batch(index: number): SentBatch {
    const sent = log[(index % log.length) ^ 1] ?? { body: Buffer.alloc(0), headers: {} }
    const run = String(Math.floor(index / log.length))
    return { body: sent.body, headers: { ...sent.headers, 'x-server-instance-token': run } }
  }
}

const keysOf = (sent: readonly SentBatch[]) =>
  new Set(
    sent
      .map(({ headers, body }) => readPosition(headers, body, body))
      .map(({ token, at, key }) => `${token} ${at} ${key}`),
  )

async function storedOf({ id }: TestReporter): Promise<Set<string>> {
  const rows = await context.database
    .selectFrom('event_batches as b')
    .innerJoin('event_streams as s', 's.id', 'b.stream_id')
    .select(['s.token', 'b.at', 'b.key'])
    .where('s.server_id', '=', id)
    .execute()
  return new Set(rows.map(({ token, at, key }) => `${token} ${at} ${key}`))
}

async function countedOf({ id }: TestReporter) {
  const answer = await sql<{ steamId: string; counts: Counts }>`
    select steam_id as "steamId", counts from test_counted where server_id = ${id}`.execute(context.database)
  return sumByPlayer(answer.rows)
}

async function waiting(): Promise<number> {
  const answer = await sql<{ count: number }>`
    select count(*)::integer as count from event_batches where counted_at is null`.execute(context.database)
  return answer.rows[0]?.count ?? NaN
}

/** Two steps once in `npm test`: the answer of a stored batch is lost, and that of a commit; each at many of its times in `npm run prove`. */
const killCounts = Array.from({ length: isProving ? 8 : 1 }, (_, round) => 1 + round * 3)
const kills = killCounts.flatMap((nth) =>
  sampleCases(killSteps, 6, 1).map((step, index) => ({ step, nth: nth + (index % 3) })),
)

test('I9 killed at any step: a batch answered 200 is not lost, and nothing is counted twice', async () => {
  const senders = [new Sender(await addReporter(app)), new Sender(await addReporter(app))]
  for (const { step, nth } of kills) {
    const program = start({ TEST_STEP: step, TEST_TIMES: String(nth) })
    const dead = new AbortController()
    void program.ended.then(() => dead.abort())
    const { url } = await program.ready
    await Promise.all(senders.map((sender) => sender.send(String(url), dead.signal)))
    expect([step, program.child.signalCode]).toEqual([step, 'SIGKILL'])
    for (const { reporter, answered } of senders) {
      const lost = keysOf(answered).difference(await storedOf(reporter))
      expect([step, ...lost]).toEqual([step])
    }
  }
  const last = start({})
  const { url } = await last.ready
  await Promise.all(senders.map((sender) => sender.send(String(url), new AbortController().signal, true)))
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 30_000, interval: 50 })
  last.child.kill('SIGKILL')
  await last.ended
  for (const { reporter, answered } of senders) {
    const runs = Map.groupBy(answered, ({ headers }) => headers['x-server-instance-token'])
    const sums = [...runs.values()].flatMap((run) =>
      Object.entries(countDistinctBatches(run)).map(([steamId, counts]) => ({ steamId, counts })),
    )
    expect(await countedOf(reporter)).toEqual(sumByPlayer(sums))
    expect(Object.keys(sumByPlayer(sums)).length).toBeGreaterThan(3)
  }
}, 600_000)
