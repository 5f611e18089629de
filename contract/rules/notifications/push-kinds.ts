/** What the browsers of a player can show, in the order in which the page lists it; each kind can be turned off. */
export const pushKinds = [
  'rental-ready',
  'rental-ending',
  'rental-failed',
  'order-unfulfilled',
  'order-refunded',
  'order-answered',
  'report-closed',
  'appeal-answered',
  'vip-ending',
] as const

export type PushKind = (typeof pushKinds)[number]

export function isPushKind(kind: string): kind is PushKind {
  return pushKinds.some((one) => one === kind)
}
