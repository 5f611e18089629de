import {
  CaptureStatus,
  CheckoutPaymentIntent,
  type Order,
  OrderStatus,
  type OrdersCapture,
  OrdersController,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
} from '@paypal/paypal-server-sdk'
import type { SendRequest } from './paypal-calls.ts'
import { fromPaypalMoney, toPaypalMoney } from './paypal-money.ts'
import {
  type AttemptRequest,
  type StartedAttempt,
  ProviderRefused,
  ProviderUnavailable,
  type AttemptResult,
} from '../provider.ts'

const subjectMax = 127

/**
 * Makes PayPal’s order. Its request id is our number: asked again within six hours, as after an answer that never came,
 * PayPal names the order it made the first time.
 */
export async function createPaypalOrder(
  line: SendRequest,
  attempt: AttemptRequest,
  emulated: boolean,
): Promise<StartedAttempt> {
  const order = await line((client, options) =>
    new OrdersController(client).createOrder(
      { body: orderRequest(attempt), paypalRequestId: attempt.no, prefer: 'return=minimal' },
      options,
    ),
  )
  const paymentUrl = order.links?.find(({ rel }) => rel === 'payer-action')?.href
  if (!order.id || !/^[\w-]{1,36}$/.test(order.id) || paymentUrl === undefined)
    throw new ProviderUnavailable('PayPal made an order without a number or an address')
  if (!emulated && !isPaypals(paymentUrl))
    throw new ProviderUnavailable('PayPal’s page is at an address that is not PayPal’s')
  return { paymentUrl, providerOrder: order.id }
}

/** Called when PayPal permanently refuses to capture an attempt (by our number), with its error code. */
export type OnRefused = (no: string, code: string) => void

/**
 * Returns the state of an attempt; with `collect`, captures what the buyer has approved: the buyer may never
 * return to the portal.
 */
export async function queryPaypalOrder(
  line: SendRequest,
  attempt: AttemptRequest,
  collect: boolean,
  onRefused?: OnRefused,
): Promise<AttemptResult> {
  const order = await findPaypalOrder(line, attempt)
  if (order === null) return { state: 'absent' }
  if (order.status !== OrderStatus.Approved || !collect) return toAttemptResult(order)
  return capture(line, attempt, onRefused)
}

/**
 * PayPal closes no order. But nothing is paid before we capture it: a closed attempt is one that is only asked for without
 * `collect` from then on, and PayPal drops the buyer's approval after three hours.
 */
export async function closePaypalOrder(line: SendRequest, attempt: AttemptRequest): Promise<AttemptResult> {
  const found = await queryPaypalOrder(line, attempt, false)
  return found.state === 'paid' || found.state === 'pending' ? found : { state: 'closed' }
}

/**
 * Returns PayPal’s order of an attempt; null where it has none any more, or its number is unknown. Throws
 * ProviderUnavailable for another’s.
 */
export async function findPaypalOrder(
  line: SendRequest,
  { no, providerOrder }: Pick<AttemptRequest, 'no' | 'providerOrder'>,
): Promise<Order | null> {
  if (providerOrder === null) return null
  try {
    const order = await line((client, options) =>
      new OrdersController(client).getOrder({ id: providerOrder }, options),
    )
    if (order.id !== providerOrder || order.purchaseUnits?.[0]?.customId !== no)
      throw new ProviderUnavailable('PayPal answered with another order')
    return order
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Returns whether PayPal says that the resource does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof ProviderRefused && /^(RESOURCE_NOT_FOUND|INVALID_RESOURCE_ID)$/.test(error.code)
}

/** What the buyer can mend at PayPal’s page: approval taken back, or another card or account to be chosen. */
const mendable =
  /^(ORDER_NOT_APPROVED|INSTRUMENT_DECLINED|PAYER_ACTION_REQUIRED|REDIRECT_PAYER_FOR_ALTERNATE_FUNDING)$/

/**
 * Captures. A refusal with any other code (COMPLIANCE_VIOLATION, a restricted account, a limit) will recur,
 * or needs the operator's action there: the attempt is over, so that the buyer can pay in another way while
 * they still want to. The order is read again first: a concurrent caller may have captured it.
 */
async function capture(
  line: SendRequest,
  { no, providerOrder }: AttemptRequest,
  onRefused?: OnRefused,
): Promise<AttemptResult> {
  const id = providerOrder ?? ''
  try {
    const request = { id, paypalRequestId: `${no}-capture`, prefer: 'return=representation' }
    return toAttemptResult(
      await line((client, options) => new OrdersController(client).captureOrder(request, options)),
    )
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    if (isMissing(error)) return { state: 'absent' }
    if (mendable.test(error.code)) return { state: 'unpaid' }
    const now = toAttemptResult(
      await line((client, options) => new OrdersController(client).getOrder({ id }, options)),
    )
    if (now.state !== 'unpaid' || error.code === 'ORDER_ALREADY_CAPTURED') return now
    onRefused?.(no, error.code)
    return { state: 'closed' }
  }
}

function toAttemptResult(order: Order): AttemptResult {
  if (order.status === OrderStatus.Completed) return saidOf(order.purchaseUnits?.[0]?.payments?.captures)
  return { state: order.status === OrderStatus.Voided ? 'closed' : 'unpaid' }
}

/** Returns the result of a capture. After a full refund, ours or one made at PayPal, no payment is left. */
function saidOf([captured]: readonly OrdersCapture[] = []): AttemptResult {
  const { id, status, amount, createTime } = captured ?? {}
  const paidAt = new Date(createTime ?? '')
  switch (status) {
    case CaptureStatus.Completed:
    case CaptureStatus.PartiallyRefunded:
      if (!id || Number.isNaN(paidAt.getTime()))
        throw new ProviderUnavailable('PayPal’s capture cannot be read')
      return { state: 'paid', payment: { reference: id, paidAt, ...fromPaypalMoney(amount) } }
    case CaptureStatus.Pending:
      return { state: 'pending' }
    case CaptureStatus.Declined:
    case CaptureStatus.Failed:
    case CaptureStatus.Refunded:
      return { state: 'closed' }
    case undefined:
    default:
      throw new ProviderUnavailable('PayPal’s capture cannot be read')
  }
}

function orderRequest({ no, amount, currency, subject, returnUrl }: AttemptRequest) {
  return {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        referenceId: no,
        customId: no,
        invoiceId: no,
        description: subject.slice(0, subjectMax),
        amount: toPaypalMoney(amount, currency),
      },
    ],
    paymentSource: {
      paypal: {
        experienceContext: {
          returnUrl,
          cancelUrl: returnUrl,
          userAction: PaypalExperienceUserAction.PayNow,
          shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
        },
      },
    },
  }
}

function isPaypals(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && /(^|\.)paypal\.com$/.test(url.hostname)
}
