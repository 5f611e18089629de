import type { Faults } from './faults.ts'

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
  bill: ['ok', 'none', 'omit', 'other-amount'],
} as const satisfies { [Name in keyof Faults]?: readonly Faults[Name][] }

/** The most each number may be; all are whole and not negative. */
export const faultLimits = { delayMs: 60_000, status: 599, notifyDelayMs: 600_000 } as const
