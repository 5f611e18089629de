import type { PaymentMethod } from './money.ts'

/** What can be bought for how long (document 2 §3), in hours. */
export const durationHours = {
  '4h': 4,
  '8h': 8,
  '3d': 72,
  '7d': 168,
  '1m': 720,
  '3m': 2_160,
  '1y': 8_760,
} as const

export type Duration = keyof typeof durationHours
export const durations = Object.keys(durationHours) as readonly Duration[] as readonly [
  Duration,
  ...Duration[],
]

/** F4: the terms VIP is sold for, by plan and by card: one, three and twelve months. */
export const vipDurations = ['1m', '3m', '1y'] as const satisfies readonly Duration[]
export type VipDuration = (typeof vipDurations)[number]

/** G11: PayPal takes no shorter term than this. */
export const paypalMinHours = 168

export function durationMs(duration: Duration): number {
  return durationHours[duration] * 3_600_000
}

/** G11: whether a method may pay for a term. */
export function methodAcceptsDuration(method: PaymentMethod, duration: Duration): boolean {
  return method !== 'paypal' || durationHours[duration] >= paypalMinHours
}
