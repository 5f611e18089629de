/**
 * The kinds of mail that a player can switch off. Every other kind is always sent: codes, security notices, refunds, answers and
 * failures of what was paid for.
 */
export const optionalMails = ['vip-ending', 'rental-ending', 'rental-ready', 'order-paid'] as const

export type OptionalMail = (typeof optionalMails)[number]

export function isOptionalMail(kind: string): kind is OptionalMail {
  return optionalMails.some((one) => one === kind)
}
