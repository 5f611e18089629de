import type { RentalRegion } from '@clutch/contract/api/rentals/rentals.ts'
import { expect, test } from 'vitest'
import { orderRegions } from './region-order.ts'

const groups = {
  'ap-wuhan': 'china',
  'ap-shanghai': 'china',
  'ap-tokyo': 'asia',
  'eu-frankfurt': 'europe',
} as const

const region = (
  code: keyof typeof groups | 'na-ashburn',
  change: Partial<RentalRegion> = {},
): RentalRegion => ({
  region: code,
  name: { zh: code, en: code },
  group: code === 'na-ashburn' ? 'america' : groups[code],
  available: true,
  recommended: false,
  maintenance: null,
  ...change,
})
const regions = [
  region('ap-wuhan', { available: false }),
  region('eu-frankfurt'),
  region('ap-tokyo', { recommended: true }),
  region('na-ashburn', { recommended: true, available: false }),
  region('ap-shanghai'),
]
const codes = (filter: Parameters<typeof orderRegions>[1], current: string | null) =>
  orderRegions(regions, filter, current).map(({ region: code }) => code)

test('G18 the current region is first, then recommended ones; those without room are last', () => {
  expect(codes('all', 'ap-shanghai')).toEqual([
    'ap-shanghai',
    'ap-tokyo',
    'na-ashburn',
    'eu-frankfurt',
    'ap-wuhan',
  ])
})

test('G18 the current region is first even if it is full', () => {
  expect(codes('all', 'ap-wuhan')[0]).toBe('ap-wuhan')
})

test('G18 a filter leaves only its part of the world', () => {
  expect(codes('china', 'eu-frankfurt')).toEqual(['ap-shanghai', 'ap-wuhan'])
  expect(codes('asia', null)).toEqual(['ap-tokyo', 'ap-shanghai', 'ap-wuhan'])
  expect(codes('europe', null)).toEqual(['eu-frankfurt'])
  expect(codes('america', null)).toEqual(['na-ashburn'])
})
