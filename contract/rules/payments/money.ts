/**
 * H3, H6: payment methods and their currencies. Amounts are integers in minor units (fen, cents); both
 * currencies have a hundred of them.
 */
export const paymentMethods = ['wechat', 'alipay', 'paypal'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const currencies = ['CNY', 'USD'] as const
export type Currency = (typeof currencies)[number]

/** The most a price may be, in minor units: a million. */
export const maxAmount = 100_000_000

/** H6: what a method charges in: USD for PayPal, else CNY. */
export function currencyOfMethod(method: PaymentMethod): Currency {
  return method === 'paypal' ? 'USD' : 'CNY'
}

/** H6: what the pricing table shows in a language. */
export function currencyOfLanguage(language: string): Currency {
  return language === 'zh' ? 'CNY' : 'USD'
}

/** `888` as `8.88`, as providers and people write it. */
export function toMajorUnits(minor: number): string {
  const [whole, part] = [Math.trunc(Math.abs(minor) / 100), Math.abs(minor) % 100]
  return `${minor < 0 ? '-' : ''}${whole}.${String(part).padStart(2, '0')}`
}

/** `8.88`, `8.8` or `8` as 888; null for anything else, such as a third decimal, a sign or a space. */
export function toMinorUnits(major: string): number | null {
  const [, whole = '', part = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(major) ?? []
  return whole === '' ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

const currencySymbols: Record<Currency, string> = { CNY: '¥', USD: '$' }

/** `¥1,299.00`: the symbol, thousands separated, two decimals (document 2 §5). */
export function formatMoney(minor: number, currency: Currency): string {
  const [whole = '', part = ''] = toMajorUnits(Math.abs(minor)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${minor < 0 ? '-' : ''}${currencySymbols[currency]}${grouped}.${part}`
}

export function currencySymbol(currency: Currency): string {
  return currencySymbols[currency]
}
