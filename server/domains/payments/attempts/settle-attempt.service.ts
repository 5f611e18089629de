import { getRetryDelayMs } from '@clutch/contract/rules/payments/payment-checks.ts'
import { isAttemptPayable } from '@clutch/contract/rules/payments/order-states.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { raiseAlert } from '../operator/alerts.service.ts'
import { applyAttemptResult } from './apply-result.service.ts'
import { type AttemptRow, lockAttempt, updateAttempt } from './attempts.store.ts'
import { claimAttempt } from '../worker/due-work.store.ts'
import { addMs } from '../../../platform/clock/add-ms.ts'
import { claimExpiry, releaseClaim } from '../worker/due-times.ts'
import { attemptExpiry, attemptRequest } from './provider-requests.ts'
import { lockOrder, selectOrder } from '../orders/orders.store.ts'
import { isWindowOver } from './checkout.ts'
import { ProviderRefused, ProviderUnavailable, type AttemptResult } from '../providers/provider.ts'
import { transitionAttempt } from '../transitions/transitions.service.ts'
import { type PaymentsContext, providerOf } from '../payments-context.ts'

/** Consecutive failures of a provider to answer before the operator is alerted. */
const alertAfterSilence = 5
/**
 * A payment approved in the last second of the window is still collected for this long after it, never later,
 * even if the provider was silent.
 */
const collectWithinMs = 60_000

/** A claimed attempt: until `claimedUntil` only the claimer asks about it, unless others are notified. */
export interface ClaimedAttempt {
  attempt: AttemptRow
  claimedUntil: Date
}

/** Claims one attempt, due or not, and settles it by the provider's current answer. */
export async function settleAttemptNow(payments: PaymentsContext, attemptId: string): Promise<void> {
  const claimedUntil = claimExpiry(payments.context.clock.now())
  await settleAttempt(payments, {
    attempt: await claimAttempt(payments.context.database, attemptId, claimedUntil),
    claimedUntil,
  })
}

/**
 * Settles an attempt (H5): asks the provider outside any transaction; then one transaction locks the order
 * and applies the answer. May run any number of times, also concurrently. If the provider is silent, only the
 * time of the next check changes.
 */
export async function settleAttempt(payments: PaymentsContext, claimed: ClaimedAttempt): Promise<void> {
  const { database } = payments.context
  await payments.at('claimed')
  const result = await queryProvider(payments, claimed.attempt)
  await payments.at('asked')
  await database.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, claimed.attempt.order_id)
    const attempt = await lockAttempt(tx, claimed.attempt.id)
    await payments.at('locked')
    if (result)
      await applyAttemptResult(payments, tx, { order, attempt, claimedUntil: claimed.claimedUntil }, result)
    else await askLater(payments, tx, attempt, claimed.claimedUntil)
    await payments.at('settled')
  })
  await payments.at('committed')
}

/**
 * From here on this attempt cannot be used to pay, and the provider is asked to close it until it reports how
 * it ended.
 */
export async function startClosingAttempt(
  payments: PaymentsContext,
  { id, order_id }: AttemptRow,
  reason: string,
): Promise<void> {
  await payments.context.database.transaction().execute(async (tx) => {
    await lockOrder(tx, order_id)
    const attempt = await lockAttempt(tx, id)
    if (attempt.state === 'creating' || attempt.state === 'open')
      await transitionAttempt(payments, tx, attempt, { to: 'closing', reason })
  })
}

/** Queries the provider; null without a reliable answer. */
async function queryProvider(payments: PaymentsContext, attempt: AttemptRow): Promise<AttemptResult | null> {
  try {
    return await ask(payments, attempt)
  } catch (error) {
    // Also covers a refused query and a method that is no longer configured: the state is unknown.
    payments.context.log.warn(
      { err: error, attempt: attempt.no },
      'a provider did not report the state of a payment',
    )
    if (error instanceof ProviderUnavailable || error instanceof ProviderRefused) return null
    if (!payments.providers.has(attempt.provider)) return null
    throw error
  }
}

async function ask(payments: PaymentsContext, attempt: AttemptRow): Promise<AttemptResult> {
  const { database, clock } = payments.context
  const provider = providerOf(payments, attempt.provider)
  const order = await selectOrder(database, attempt.order_id)
  if (!order) throw new Error('an attempt without an order')
  const facts = attemptRequest(payments, order, attempt)
  if (!isAttemptPayable(attempt.state)) return provider.ask(facts, false)
  if (attempt.state === 'closing') return provider.close(facts)
  const isWanted = order.state === 'open' && !isWindowOver(payments, attempt)
  // First: from here on the attempt can only be closed, whatever the provider answers.
  if (!isWanted) await startClosingAttempt(payments, attempt, 'its time is over')
  const mayCollect = order.state === 'open' && clock.now() <= addMs(attemptExpiry(attempt), collectWithinMs)
  const result = await provider.ask(facts, mayCollect)
  return isWanted || result.state === 'paid' || result.state === 'closed' ? result : provider.close(facts)
}

async function askLater(
  payments: PaymentsContext,
  tx: Queries,
  attempt: AttemptRow,
  claimedUntil: Date,
): Promise<void> {
  if (attempt.state === 'paid') {
    await updateAttempt(tx, attempt.id, { check_at: null })
    return
  }
  const silent = attempt.silent + 1
  if (silent >= alertAfterSilence)
    await raiseAlert(payments.context, tx, { kind: 'provider-silent', subject: attempt.provider })
  const next = addMs(payments.context.clock.now(), getRetryDelayMs(silent - 1))
  await updateAttempt(tx, attempt.id, {
    silent,
    check_at: releaseClaim(attempt.check_at, claimedUntil, next),
  })
}
