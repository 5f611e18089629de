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

type Dependencies = Pick<AppContext, 'database' | 'clock'>

/** The state of a configured provider. Times in ms since 1970 (UTC). */
export interface ProviderHealth {
  provider: PaymentMethod
  /** It moves no money. */
  emulated: boolean
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
export async function providerHealth({ database, clock }: Dependencies): Promise<ProviderHealth[]> {
  const now = clock.now()
  const rows = await store.selectProviders(database)
  return rows.flatMap((row) => {
    const provider = paymentMethods.find((method) => method === row.provider)
    return provider ? [{ provider, ...toProviderHealth(row, now) }] : []
  })
}

/** Lets the console know which providers are set up, in every process. */
export function saveProviderNames({ database }: Dependencies, providers: readonly Provider[]): Promise<void> {
  return store.saveProviders(
    database,
    providers.map(({ method: provider, host, emulated }) => ({ provider, host, stand_in: emulated })),
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
  let answeredAt: number | null = null
  const recordOutcome = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    const { ok, error } = await call.then(
      () => ({ ok: true, error: undefined }),
      (thrown: unknown) => ({ ok: thrown instanceof ProviderRefused, error: thrown }),
    )
    const now = context.clock.now().getTime()
    if (ok && answeredAt !== null && now - answeredAt < answersEveryMs) return call
    answeredAt = ok ? now : null
    await saveOutcome(context, provider.method, ok ? null : getFirstLine(error))
    return call
  }
  return {
    ...provider,
    begin: (attempt) => recordOutcome(provider.begin(attempt)),
    ask: (attempt, collect) => recordOutcome(provider.ask(attempt, collect)),
    close: (attempt) => recordOutcome(provider.close(attempt)),
    refund: (refund) => recordOutcome(provider.refund(refund)),
    askRefund: (refund) => recordOutcome(provider.askRefund(refund)),
    readNotify: (raw) => provider.readNotify(raw),
    bill: (day) => provider.bill(day),
    stop: () => provider.stop(),
  }
}

/** A failed record, which is only for display, must not stop a payment. */
async function saveOutcome(
  { database, clock, log }: Pick<AppContext, 'database' | 'clock' | 'log'>,
  provider: PaymentMethod,
  problem: string | null,
): Promise<void> {
  const now = clock.now()
  try {
    if (problem === null) await store.saveAnswer(database, provider, now)
    else await store.saveFailure(database, provider, { now, problem })
  } catch (error) {
    log.warn({ err: error, provider }, 'outcome of a provider call was not stored')
  }
}

function toProviderHealth(row: store.ProviderRow, now: Date): Omit<ProviderHealth, 'provider'> {
  const { host, stand_in: emulated, failures, problem, open } = row
  return {
    host,
    emulated,
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

function getFirstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.slice(0, problemMax)
}
