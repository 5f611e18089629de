import { type PaymentMethod, paymentMethods } from '@clutch/contract/rules/payments/money.ts'
import type { AppContext } from '../../../platform/context.ts'
import * as store from './provider-health.store.ts'
import { type Provider, ProviderRefused } from './provider.ts'

/** Consecutive calls without an answer that count as failing. */
const failingAfter = 3
/** Due work is done within seconds; after this time something blocks it. */
const lateAfterMs = 2 * 60_000
const problemMax = 200
/** That it answers is written down at most so often, unless it had not before: payments come by the dozen. */
const answersEveryMs = 10_000

type Parts = Pick<AppContext, 'database' | 'clock'>

/** The state of a configured provider. Times in ms since 1970 (UTC). */
export interface ProviderHealth {
  provider: PaymentMethod
  /** It moves no money. */
  standIn: boolean
  host: string
  /** `failing`: it has not answered for a while; `late`: not the last time, or something due about it is not done. */
  state: 'good' | 'late' | 'failing'
  lastPaid: number | null
  lastNotify: number | null
  /** When a call of it was last not answered, and why; it may have answered since. */
  lastFailure: number | null
  problem: string
  /** Attempts that can still be paid. */
  open: number
}

/** H3: every provider that this portal takes money by, and whether it works, from how its calls ended in any process. */
export async function providerHealth({ database, clock }: Parts): Promise<ProviderHealth[]> {
  const now = clock.now()
  const rows = await store.selectProviders(database)
  return rows.flatMap((row) => {
    const provider = paymentMethods.find((method) => method === row.provider)
    return provider ? [{ provider, ...told(row, now) }] : []
  })
}

/** Lets the console know which providers are set up, in every process. */
export function saveProviderNames({ database }: Parts, providers: readonly Provider[]): Promise<void> {
  return store.saveProviders(
    database,
    providers.map(({ method: provider, host, standIn: stand_in }) => ({ provider, host, stand_in })),
  )
}

/**
 * Returns a provider whose calls are recorded: whether it answered, including refusals, or did not. Bills are
 * not recorded.
 */
export function withHealthTracking(
  context: Pick<AppContext, 'database' | 'clock' | 'log'>,
  provider: Provider,
): Provider {
  let answered: number | null = null
  const watch = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    const { ok, error } = await call.then(
      () => ({ ok: true, error: undefined }),
      (thrown: unknown) => ({ ok: thrown instanceof ProviderRefused, error: thrown }),
    )
    const now = context.clock.now().getTime()
    if (ok && answered !== null && now - answered < answersEveryMs) return call
    answered = ok ? now : null
    await writeDown(context, provider.method, ok ? null : wordsOf(error))
    return call
  }
  return {
    ...provider,
    begin: (attempt) => watch(provider.begin(attempt)),
    ask: (attempt, collect) => watch(provider.ask(attempt, collect)),
    close: (attempt) => watch(provider.close(attempt)),
    refund: (refund) => watch(provider.refund(refund)),
    askRefund: (refund) => watch(provider.askRefund(refund)),
    readNotify: (raw) => provider.readNotify(raw),
    bill: (day) => provider.bill(day),
    stop: () => provider.stop(),
  }
}

/** A failed record, which is only for display, must not stop a payment. */
async function writeDown(
  { database, clock, log }: Pick<AppContext, 'database' | 'clock' | 'log'>,
  provider: PaymentMethod,
  problem: string | null,
): Promise<void> {
  const now = clock.now()
  try {
    if (problem === null) await store.saveAnswer(database, provider, now)
    else await store.saveFailure(database, provider, { now, problem })
  } catch (error) {
    log.warn({ err: error, provider }, 'how a provider answered was not written down')
  }
}

function told(row: store.ProviderRow, now: Date): Omit<ProviderHealth, 'provider'> {
  const { host, stand_in: standIn, failures, problem, open } = row
  return {
    host,
    standIn,
    state: failures >= failingAfter ? 'failing' : failures > 0 || isLate(row, now) ? 'late' : 'good',
    lastPaid: row.paid?.getTime() ?? null,
    lastNotify: row.notified?.getTime() ?? null,
    lastFailure: row.failed?.getTime() ?? null,
    problem,
    open,
  }
}

function isLate({ waits }: store.ProviderRow, now: Date): boolean {
  return waits !== null && now.getTime() - waits.getTime() > lateAfterMs
}

function wordsOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.slice(0, problemMax)
}
