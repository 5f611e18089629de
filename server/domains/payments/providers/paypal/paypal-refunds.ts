import { type Order, PaymentsController, type Refund, RefundStatus } from '@paypal/paypal-server-sdk'
import type { SendRequest } from './paypal-calls.ts'
import { toPaypalMoney } from './paypal-money.ts'
import { findPaypalOrder, isMissing } from './paypal-orders.ts'
import { ProviderRefused, type ProviderRefundRequest, type RefundResult } from '../provider.ts'

/**
 * Makes a refund, once: PayPal is first asked for a refund of this number, and receives the number as the
 * request id (`PayPal-Request-Id`), which it stores for 45 days. A permanent refusal counts only where PayPal
 * has no such refund. The refund’s custom id is the attempt’s number, which links its webhook to it.
 */
export async function createPaypalRefund(
  line: SendRequest,
  facts: ProviderRefundRequest,
): Promise<RefundResult> {
  const { no, amount, attempt } = facts
  const created = await findRefund(line, facts)
  if (created) return toRefundResult(created)
  try {
    const refund = await line((client, options) =>
      new PaymentsController(client).refundCapturedPayment(
        {
          captureId: attempt.reference,
          paypalRequestId: no,
          prefer: 'return=representation',
          body: { amount: toPaypalMoney(amount, attempt.currency), invoiceId: no, customId: attempt.no },
        },
        options,
      ),
    )
    return toRefundResult(refund)
  } catch (error) {
    if (!(error instanceof ProviderRefused) || isOurFault(error)) throw error
    // An earlier request without an answer may have made it after the first look.
    const made = await findRefund(line, facts)
    return made ? toRefundResult(made) : { state: 'failed', code: error.code }
  }
}

/** Returns the state of a refund; `absent` where PayPal has the order without one of this number. */
export async function queryPaypalRefund(
  line: SendRequest,
  facts: ProviderRefundRequest,
): Promise<RefundResult | { state: 'absent' }> {
  const order = await findPaypalOrder(line, facts.attempt)
  if (!order) return { state: 'pending' }
  const refund = refundOf(order, facts.no)
  if (!refund) return { state: 'absent' }
  const { id } = refund
  if (!id) return toRefundResult(refund)
  try {
    return toRefundResult(
      await line((client, options) => new PaymentsController(client).getRefund({ refundId: id }, options)),
    )
  } catch (error) {
    if (isMissing(error)) return toRefundResult(refund)
    throw error
  }
}

async function findRefund(
  line: SendRequest,
  { no, attempt }: ProviderRefundRequest,
): Promise<Refund | undefined> {
  const order = await findPaypalOrder(line, attempt)
  return order ? refundOf(order, no) : undefined
}

function refundOf({ purchaseUnits }: Order, no: string): Refund | undefined {
  return purchaseUnits?.[0]?.payments?.refunds?.find(({ invoiceId }) => invoiceId === no)
}

/** What the operator can mend at PayPal is no end of a refund. */
function isOurFault({ code }: ProviderRefused): boolean {
  return /^(NOT_AUTHORIZED|PERMISSION_DENIED|AUTHENTICATION_FAILURE|INVALID_REQUEST|REFUND_FAILED_INSUFFICIENT_FUNDS)$/.test(
    code,
  )
}

function toRefundResult({ id, status }: Refund): RefundResult {
  switch (status) {
    case RefundStatus.Completed:
      return { state: 'done', reference: id ?? null }
    case RefundStatus.Cancelled:
    case RefundStatus.Failed:
      return { state: 'failed', code: status }
    case RefundStatus.Pending:
    case undefined:
    default:
      return { state: 'pending' }
  }
}
