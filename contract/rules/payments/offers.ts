import {
  type Duration,
  durationHours,
  durations,
  methodAcceptsDuration,
  paypalMinHours,
} from './durations.ts'
import {
  type Currency,
  type PaymentMethod,
  currencies,
  currencyOfLanguage,
  currencyOfMethod,
} from './money.ts'

/** A price as far as choosing needs it. */
export interface OfferedPrice {
  duration: Duration
  relocatable: boolean
}

/** The prices of a product in each currency; undefined while they are not known: then everything may be sold. */
export type Offers = Readonly<Record<Currency, readonly OfferedPrice[] | undefined>>

/**
 * H1, H6: the currency in which prices are shown: that of the language where anything is sold in it, else another in which something
 * is. Currencies in which this portal takes no method are left out by the caller.
 */
export function chooseCurrency(language: string, isSold: (currency: Currency) => boolean): Currency {
  const own = currencyOfLanguage(language)
  return isSold(own) ? own : (currencies.find(isSold) ?? own)
}

/** Why a term cannot be bought by a method; null where it can. */
export type TermRefusal = 'not-sold' | 'too-short'

export function getTermRefusal(
  offers: Offers,
  method: PaymentMethod,
  { duration, relocatable }: OfferedPrice,
): TermRefusal | null {
  const prices = offers[currencyOfMethod(method)]
  const isSold = prices?.some((price) => price.duration === duration && price.relocatable === relocatable)
  if (isSold === false) return 'not-sold'
  return methodAcceptsDuration(method, duration) ? null : 'too-short'
}

interface MethodChoice {
  offers: Offers
  methods: readonly PaymentMethod[]
  /** The method the buyer picked; null for none. */
  picked: PaymentMethod | null
  /** The term that is chosen; undefined while none is. */
  duration: Duration | undefined
  /** Whether the term stays as it is when a method does not take it: then that method cannot be chosen. */
  fixedTerm: boolean
  relocatable: boolean
  language: string
}

/**
 * H6, G11: the method that is chosen: the picked one while anything is sold by it, else the first by which the chosen term is sold,
 * else the first by which any is; each time those in the language's own currency come first. Null where none takes the term.
 */
export function chooseMethod(asked: MethodChoice): PaymentMethod | null {
  const { offers, methods, picked, duration, fixedTerm, relocatable, language } = asked
  const possible = methods.filter(
    (method) => !fixedTerm || duration === undefined || methodAcceptsDuration(method, duration),
  )
  const rank = (method: PaymentMethod) => {
    const term = { duration: duration ?? durations[0], relocatable }
    const sold = chooseDuration(offers, method, term)
    // The picked one stays while it sells anything: the term then gives way.
    if (method === picked && sold !== null) return 6
    const sells = sold === null ? 0 : duration === undefined || sold === duration ? 4 : 2
    const isOwn = currencyOfMethod(method) === currencyOfLanguage(language)
    return sells + (isOwn ? 1 : 0)
  }
  return possible.toSorted((one, other) => rank(other) - rank(one))[0] ?? null
}

/**
 * G11: returns the term for a method: the present one if it is sold, else the nearest longer one (7 days
 * where PayPal sells no shorter one), else the longest; null if nothing is sold. Unknown terms count as sold.
 */
export function chooseDuration(
  offers: Offers,
  method: PaymentMethod,
  { duration, relocatable }: OfferedPrice,
): Duration | null {
  const sold = durations.filter(
    (term) => getTermRefusal(offers, method, { duration: term, relocatable }) === null,
  )
  if (sold.includes(duration)) return duration
  const atLeast =
    method === 'paypal' ? Math.max(paypalMinHours, durationHours[duration]) : durationHours[duration]
  return sold.find((term) => durationHours[term] >= atLeast) ?? sold.at(-1) ?? null
}

/**
 * F4: returns what a term saves compared with multiples of another, in whole percent, rounded down; amounts
 * in minor units.
 */
export function getSavingPercent(
  amount: number,
  other: { amount: number; times: readonly [number, number] },
): number {
  const [long, short] = other.times
  const alike = other.amount * long
  const saved = alike - amount * short
  if (saved <= 0 || alike === 0) return 0
  return (saved * 100 - ((saved * 100) % alike)) / alike
}
