/**
 * The kinds of mail that a player can switch off. Every other kind is always sent: codes, security notices, refunds, answers and
 * failures of what was paid for.
 */
export const optionalMailKinds = [
  'vip-ending',
  'rental-ending',
  'rental-ready',
  'rental-update',
  'order-paid',
  'report-closed',
] as const

export type OptionalMailKind = (typeof optionalMailKinds)[number]

export function isOptionalMailKind(kind: string): kind is OptionalMailKind {
  return optionalMailKinds.some((one) => one === kind)
}
