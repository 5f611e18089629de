import * as z from 'zod/mini'
import { currencies, paymentMethods } from '../../rules/payments/money.ts'
import { paymentAlertKinds } from '../../rules/payments/payment-alerts.ts'
import { defineCall } from '../call.ts'
import { idParams, idSchema } from '../shared/fields.ts'

/** In ms since 1970 (UTC). */
const time = z.number()

/** A payment matter that needs attention. `count` is how often it occurred. */
export const paymentAlertSchema = z.object({
  id: idSchema,
  kind: z.enum(paymentAlertKinds),
  subject: z.string(),
  detail: z.looseObject({}),
  count: z.int(),
  first: time,
  last: time,
})

export type PaymentAlert = z.infer<typeof paymentAlertSchema>

export const operatorListPaymentAlerts = defineCall({
  id: 'operatorListPaymentAlerts',
  method: 'GET',
  path: '/api/operator/money-alerts',
  who: 'operator',
  area: 'orders',
  tag: 'operator',
  summary:
    'Payment matters that need attention: forged or foreign webhooks, other amounts, second payments, failed fulfilments and refunds, differences to a provider’s bill.',
  reply: z.array(paymentAlertSchema),
})

export const operatorDismissPaymentAlert = defineCall({
  id: 'operatorDismissPaymentAlert',
  method: 'DELETE',
  path: '/api/operator/money-alerts/:id',
  who: 'operator',
  area: 'orders',
  tag: 'operator',
  audit: 'dismissAlert',
  summary: 'Dismisses an alert; it comes back when it is seen again.',
  params: idParams,
  errors: ['alert.not_found'],
})

const daySchema = z
  .string()
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'a day, YYYY-MM-DD'))

/** A day's comparison with a provider's own bill (invariant 23). The day is one of Asia/Shanghai; sums in minor units. */
export const reconciliationReportSchema = z.object({
  provider: z.enum(paymentMethods),
  day: z.string(),
  made: time,
  state: z.enum(['agrees', 'differs', 'no-bill']),
  currency: z.enum(currencies),
  ours: z.object({ payments: z.int(), paid: z.int(), refunds: z.int(), refunded: z.int() }),
  theirs: z.object({ payments: z.int(), paid: z.int(), refunds: z.int(), refunded: z.int() }),
  differences: z.array(
    z.object({
      kind: z.enum(['only-ours', 'only-theirs', 'amount']),
      what: z.enum(['payment', 'refund']),
      no: z.string(),
      ours: z.nullable(z.int()),
      theirs: z.nullable(z.int()),
    }),
  ),
  problem: z.string(),
})

export type ReconciliationReport = z.infer<typeof reconciliationReportSchema>

export const operatorListReconciliationReports = defineCall({
  id: 'operatorListReconciliationReports',
  method: 'GET',
  path: '/api/operator/money-reports',
  who: 'operator',
  area: 'orders',
  tag: 'operator',
  summary: 'The daily comparisons with the providers’ bills, newest first.',
  query: z.object({ provider: z.optional(z.enum(paymentMethods)), day: z.optional(daySchema) }),
  reply: z.array(reconciliationReportSchema),
})

export const operatorRunReconciliation = defineCall({
  id: 'operatorRunReconciliation',
  method: 'POST',
  path: '/api/operator/money-reports/:provider/:day',
  who: 'operator',
  area: 'orders',
  tag: 'operator',
  audit: 'makeReport',
  summary: 'Compares a day with the provider’s bill again. Bills are there from the next day on.',
  params: z.object({ provider: z.enum(paymentMethods), day: daySchema }),
  reply: reconciliationReportSchema,
  errors: ['payment.not_configured'],
})

export const operatorListPaymentProviders = defineCall({
  id: 'operatorListPaymentProviders',
  method: 'GET',
  path: '/api/operator/payment-providers',
  who: 'operator',
  area: 'orders',
  tag: 'operator',
  summary:
    'The configured providers: their addresses and webhook addresses, whether they answer, when the last webhook and payment arrived, and what is open.',
  reply: z.array(
    z.object({
      provider: z.enum(paymentMethods),
      emulated: z.boolean(),
      host: z.string(),
      /** `failing`: it has not answered for a while; `late`: not the last time, or something due about it is not done. */
      state: z.enum(['good', 'late', 'failing']),
      /** When a call of it was last not answered, and why; it may have answered since. */
      lastFailure: z.nullable(time),
      problem: z.string(),
      /** The webhook address to configure at the provider. */
      notifyUrl: z.string(),
      lastNotify: z.nullable(time),
      lastPaid: z.nullable(time),
      open: z.int(),
    }),
  ),
})
