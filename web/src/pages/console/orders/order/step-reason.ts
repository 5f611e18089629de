/** Why the portal moved an order, an attempt or a refund, as `money_steps` words it. Rows of former versions have the second wording. */
const patterns = [
  [/^ordered$/, 'ordered'],
  [/^begun at the provider$/, 'begun'],
  [/^the provider has the money$/, 'moneyThere'],
  [/^paid by (.+)$/, 'paidBy'],
  [/^paid late by (.+)$/, 'paidLate'],
  [/^by (.+)$/, 'by'],
  [/^delivered$/, 'delivered'],
  [/^nothing was paid$/, 'nothingPaid'],
  [/^its time is over$/, 'timeOver'],
  [/^the buyer gave it up$/, 'gaveUp'],
  [/^(.+) is paid$/, 'otherPaid'],
  [/^another payment of it is disputed$/, 'otherDisputed'],
  [
    /^(?:a payment of another amount or currency is refunded|other money than was asked for is paid back)$/,
    'otherBack',
  ],
  [/^the provider has closed it$/, 'providerClosed'],
  [/^the provider never knew it$/, 'neverKnown'],
  [/^the provider refused: (.+)$/, 'providerRefused'],
  [/^the provider has not paid it back: (.+)$/, 'notPaidBack'],
  [/^the provider works on it$/, 'working'],
  [/^(?:refunded|paid back)$/, 'paidBack'],
  [/^all of it was (?:refunded|paid back)$/, 'allBack'],
  [/^wrong-money$/, 'wrongMoney'],
  [/^payment-twice$/, 'paymentTwice'],
] as const

export interface StepReason {
  /** The key of its text, under `adminOrders.line.reasons`; null for free text. */
  word: (typeof patterns)[number][1] | null
  /** The subject, or the whole free text. */
  rest: string
  /** The action was refused. */
  refused: boolean
}

/** Reads a reason, so that it can be said in the operator's language. */
export function parseStepReason(reason: string): StepReason {
  const [, not, text = reason] = /^(refused: )?(.*)$/s.exec(reason) ?? []
  const refused = not !== undefined
  for (const [pattern, word] of patterns) {
    const found = pattern.exec(text)
    if (found) return { word, rest: found[1] ?? '', refused }
  }
  return { word: null, rest: text, refused }
}
