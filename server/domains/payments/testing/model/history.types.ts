import type { PaymentJobStep } from '../../payments-context.ts'
import type { Fault, ScriptedCall } from '../scripted-provider.ts'

export type Method = 'alipay' | 'paypal'

/** One event of a history. `order` and `attempt` count back from the newest of those that are there. */
export type HistoryEvent =
  | { kind: 'order'; method: Method; key: number | null; replaces: number | null }
  | { kind: 'pay'; order: number; device: 'desktop' | 'mobile' }
  | { kind: 'check' | 'close'; order: number }
  | { kind: 'buyer'; attempt: number; does: BuyerDoes }
  | { kind: 'notify'; attempt: number; content: WebhookContent; times: number }
  /** Of an attempt of the order, or of the one that paid it; with an idempotency key or without. */
  | { kind: 'refund'; order: number; amount: RefundAmount; attempt: number | null; key: number | null }
  | { kind: 'operator'; order: number; does: 'fulfil' | 'check' }
  | { kind: 'time'; ms: number; workers: number }
  | { kind: 'fault'; method: Method; call: ScriptedCall; fault: Fault }
  | { kind: 'started despite refusal'; order: number }
  | { kind: 'break'; method: Method; call: ScriptedCall; isBroken: boolean }
  | { kind: 'product'; fails: 'later' | 'never' | 'revoke'; times: number }
  | { kind: 'refunds'; method: Method; become: 'done' | 'pending' | 'failed' }
  | { kind: 'crash'; step: PaymentJobStep; nth: number }
  /** Once a step is reached, or between a provider’s doing and its answer. */
  | { kind: 'meanwhile'; at: PaymentJobStep | ScriptedCall; events: readonly HistoryEvent[] }
  | { kind: 'together'; all: readonly HistoryEvent[] }

export type RefundAmount = 'part' | 'whole' | 'left' | 'too much'

/** What a buyer does at the provider; `late`: also where it is closed. */
export type BuyerDoes =
  | 'pays'
  | 'pays late'
  | 'approves'
  | 'pays pending'
  | 'pays other amount'
  | 'pays other currency'
  | 'pays by another’s payment'

/** `stored`: created now, sent unchanged by a later `resend`. */
export type WebhookContent =
  | 'true state'
  | 'stored'
  | 'resend'
  | 'other amount'
  | 'same event, other amount'
  | 'foreign'
  | 'unknown'
  | 'forged'
