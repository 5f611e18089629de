import { expect, test } from 'vitest'
import { orderOf, priceOf, type Wanted } from './wanted.ts'

const wanted: Wanted = {
  productType: 'vip',
  productId: 'plan',
  options: { recipient: '76561198000000008' },
  duration: '3m',
  relocatable: false,
}

test('H6, H7 an order is in the currency of its method, which its options name beside the term', () => {
  const currencies = (['wechat', 'alipay', 'paypal'] as const).map((method) => {
    const { currency, options } = orderOf(wanted, method, null)
    return [currency, JSON.parse(options)]
  })
  const options = { recipient: '76561198000000008', duration: '3m' }
  expect(currencies).toEqual([
    ['CNY', { ...options, paymentMethod: 'wechat' }],
    ['CNY', { ...options, paymentMethod: 'alipay' }],
    ['USD', { ...options, paymentMethod: 'paypal' }],
  ])
})

test('H7 a coupon goes along only where one is used', () => {
  expect(orderOf(wanted, 'wechat', 'AUTUMN10')).toMatchObject({ coupon: 'AUTUMN10' })
  expect(orderOf(wanted, 'wechat', null)).not.toHaveProperty('coupon')
})

test('H7 what only names a thing does not make another price of it', () => {
  const server = (serverName: string, region: string): Wanted => ({
    ...wanted,
    options: { serverName, password: 'clutch2026', region },
    priced: { region },
  })
  const one = priceOf(server('周五内战一号', 'ap-shanghai'), 'wechat', 'AUTUMN10')
  expect(priceOf(server('another', 'ap-shanghai'), 'wechat', 'AUTUMN10')).toEqual(one)
  expect(JSON.stringify(one)).not.toContain('clutch2026')
  expect(priceOf(server('another', 'ap-tokyo'), 'wechat', 'AUTUMN10')).not.toEqual(one)
  expect(priceOf(wanted, 'wechat', null)).toEqual(orderOf(wanted, 'wechat', null))
})
