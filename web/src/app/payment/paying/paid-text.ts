import type { OrderView } from '@clutch/contract/api/payments/orders.ts'

/** The texts of the paid view, where the default thanks do not fit. */
export interface PaidText {
  title: string
  lead: string
  /** The word on its button. */
  confirm: string
  /** How long the button rests first (ms), and why. */
  rest?: { ms: number; reason: string } | undefined
}

/** @param late the order was paid before this page looked at it for the first time */
export type DescribePaidOrder = (order: OrderView, late: boolean) => PaidText
