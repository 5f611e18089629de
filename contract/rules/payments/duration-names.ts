import type { Duration } from './durations.ts'

/** What each term is called, the same wherever it is named: prices, purchases, orders, receipts and the console. */
export const durationNames = {
  zh: {
    '4h': '4 小时',
    '8h': '8 小时',
    '3d': '3 天',
    '7d': '7 天',
    '1m': '1 个月',
    '3m': '3 个月',
    '1y': '1 年',
  },
  en: {
    '4h': '4 hours',
    '8h': '8 hours',
    '3d': '3 days',
    '7d': '7 days',
    '1m': '1 month',
    '3m': '3 months',
    '1y': '1 year',
  },
} as const satisfies Record<'zh' | 'en', Record<Duration, string>>
