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
  bill: ['ok', 'none', 'omit', 'other-amount'],
} as const satisfies { [Name in keyof PaymentFaults]?: readonly PaymentFaults[Name][] }

/** Whether a provider can misbehave so: only PayPal captures. */
export function isFaultOf(provider: ProviderName, name: keyof PaymentFaults): boolean {
  return name !== 'capture' || provider === 'paypal'
}

/** The most each number may be; all are whole and not negative. */
export const faultLimits = { delayMs: 60_000, status: 599, notifyDelayMs: 600_000 } as const
