import type { PaymentFaults } from './faults.ts'
import type { ProviderName } from '../trades/trade.ts'

/** What each fault may be, in the order of the page. */
export const faultChoices = {
  answer: ['ok', 'tampered', 'unsigned', 'stale', 'foreign-key'],
  hang: ['no', 'undone', 'done'],
  notify: [
    'once',
    'never',
    'twice',
    'eight',
    'before',
    'other-amount',
    'other-currency',
    'foreign',
    'tampered',
    'forged',
  ],
  capture: ['ok', 'pending', 'declined', 'refused'],
  refunds: ['ok', 'unmoved'],
  bill: ['ok', 'none', 'omit', 'other-amount'],
} as const satisfies { [Name in keyof PaymentFaults]?: readonly PaymentFaults[Name][] }

/** Whether a provider can misbehave so: only PayPal captures, and only Alipay accepts refunds that move nothing. */
export function isFaultOf(provider: ProviderName, name: keyof PaymentFaults): boolean {
  if (name === 'capture') return provider === 'paypal'
  return name !== 'refunds' || provider === 'alipay'
}

/** The most each number may be; all are whole and not negative. */
export const faultLimits = { delayMs: 60_000, status: 599, notifyDelayMs: 600_000 } as const
