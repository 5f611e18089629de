import type { Trade, TradeRefund } from '../trades/trade.ts'

/** Unknown JSON, to be looked into one name at a time. */
export function valueAt(json: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Record<string | number, unknown> | null | undefined)?.[name],
    json,
  )
}

export function textAt(json: unknown, ...path: readonly (string | number)[]): string | null {
  const found = valueAt(json, ...path)
  return typeof found === 'string' ? found : null
}

export function toMoney(amount: number, currency: string) {
  return { currency_code: currency, value: (amount / 100).toFixed(2) }
}

/** `12.90` in minor units; null for anything else. */
export function parseMoney(value: string | null): number | null {
  return value !== null && /^\d{1,7}\.\d\d$/.test(value) ? Math.round(Number(value) * 100) : null
}

/** The order as PayPal shows it. A trade that is `approved` and has a `ref` is captured and pending. */
export function toOrderResource(trade: Trade, pageUrl: string) {
  const { order, no, amount, currency, subject, state, ref, created } = trade
  const isCaptured = state === 'paid' || ref !== null
  const open = state === 'approved' ? 'APPROVED' : 'PAYER_ACTION_REQUIRED'
  return {
    id: order,
    intent: 'CAPTURE',
    status: isCaptured ? 'COMPLETED' : open,
    create_time: formatTimestamp(created),
    purchase_units: [
      {
        reference_id: no,
        custom_id: no,
        invoice_id: no,
        description: subject,
        amount: toMoney(amount, currency),
        ...(isCaptured && {
          payments: {
            captures: [toCaptureResource(trade)],
            ...(trade.refunds.length > 0 && {
              refunds: trade.refunds.map((refund) => toRefundResource(trade, refund)),
            }),
          },
        }),
      },
    ],
    links: isCaptured
      ? []
      : [{ rel: 'payer-action', method: 'GET', href: `${pageUrl}/paypal/checkoutnow?token=${order}` }],
  }
}

export function toCaptureResource({
  ref,
  no,
  order,
  amount,
  currency,
  state,
  paidAt,
  created,
  refunds,
}: Trade) {
  const back = refunds.reduce((sum, refund) => sum + refund.amount, 0)
  const paid = back === 0 ? 'COMPLETED' : back < amount ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  return {
    id: ref,
    status: state === 'paid' ? paid : 'PENDING',
    amount: toMoney(amount, currency),
    custom_id: no,
    invoice_id: no,
    final_capture: true,
    create_time: formatTimestamp(paidAt ?? created),
    update_time: formatTimestamp(paidAt ?? created),
    supplementary_data: { related_ids: { order_id: order } },
  }
}

export function toRefundResource(
  { no: attempt, currency }: Trade,
  { ref, no, amount, at: when }: TradeRefund,
) {
  return {
    id: ref,
    status: 'COMPLETED',
    amount: toMoney(amount, currency),
    custom_id: attempt,
    invoice_id: no,
    create_time: formatTimestamp(when),
    update_time: formatTimestamp(when),
  }
}

/** What PayPal tells of money it took back: it names the capture by a link alone. */
export function toReversalResource({ ref, amount, currency, reversed = 0 }: Trade) {
  return {
    id: `${ref}R`,
    status: 'COMPLETED',
    amount: toMoney(amount, currency),
    create_time: formatTimestamp(reversed),
    links: [
      { rel: 'self', method: 'GET', href: `https://api.sandbox.paypal.com/v2/payments/refunds/${ref}R` },
      { rel: 'up', method: 'GET', href: `https://api.sandbox.paypal.com/v2/payments/captures/${ref}` },
    ],
  }
}

/** What PayPal tells of a dispute: it names the capture alone. */
export function toDisputeResource({ ref, amount, currency, reversed = 0 }: Trade) {
  return {
    dispute_id: `PP-D-${ref}`,
    create_time: formatTimestamp(reversed),
    disputed_transactions: [{ seller_transaction_id: ref, items: [] }],
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: 'OPEN',
    dispute_amount: toMoney(amount, currency),
  }
}

/** The lines of PayPal’s transactions that a trade made. */
export function toTransactions(trade: Trade) {
  const { ref, no, amount, currency, paidAt, refunds, reversed } = trade
  const line = (id: string | null, event: string, when: number, invoice: string, minor: number) => ({
    when,
    amount: minor,
    info: {
      transaction_id: id,
      transaction_event_code: event,
      transaction_initiation_date: formatTimestamp(when),
      transaction_updated_date: formatTimestamp(when),
      transaction_amount: toMoney(minor, currency),
      fee_amount: toMoney(-Math.round(amount * 0.04), currency),
      transaction_status: 'S',
      invoice_id: invoice,
      custom_field: no,
    },
  })
  return [
    ...(paidAt === null ? [] : [line(ref, 'T0006', paidAt, no, amount)]),
    ...refunds.map((refund) => line(refund.ref, 'T1107', refund.at, refund.no, -refund.amount)),
    ...(reversed === undefined ? [] : [line(`${ref}R`, 'T1106', reversed, no, -amount)]),
  ]
}

export function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}
