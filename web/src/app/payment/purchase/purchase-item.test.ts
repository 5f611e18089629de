import { expect, test } from 'vitest'
import { toOrderRequest, toPriceRequest, type PurchaseItem } from './purchase-item.ts'

const wanted: PurchaseItem = {
  productType: 'vip',
  productId: 'plan',
  options: { recipient: '76561198000000008' },
  duration: '3m',
  relocatable: false,
}

test('H6, H7 an order is in the currency of its method, which its options name beside the term', () => {
  const currencies = (['wechat', 'alipay', 'paypal'] as const).map((method) => {
    const { currency, options } = toOrderRequest(wanted, method, null)
    return [currency, options]
  })
  const options = { recipient: '76561198000000008', duration: '3m' }
  expect(currencies).toEqual([
    ['CNY', { ...options, paymentMethod: 'wechat' }],
    ['CNY', { ...options, paymentMethod: 'alipay' }],
    ['USD', { ...options, paymentMethod: 'paypal' }],
  ])
})

test('H7 a coupon goes along only where one is used', () => {
  expect(toOrderRequest(wanted, 'wechat', 'AUTUMN10')).toMatchObject({ coupon: 'AUTUMN10' })
  expect(toOrderRequest(wanted, 'wechat', null)).not.toHaveProperty('coupon')
})

test('H7 options that only name an item do not change the price', () => {
  const server = (serverName: string, region: string): PurchaseItem => ({
    ...wanted,
    options: { serverName, password: 'clutch2026', region },
    priced: { region },
  })
  const one = toPriceRequest(server('周五内战一号', 'ap-shanghai'), 'wechat', 'AUTUMN10')
  expect(toPriceRequest(server('another', 'ap-shanghai'), 'wechat', 'AUTUMN10')).toEqual(one)
  expect(JSON.stringify(one)).not.toContain('clutch2026')
  expect(toPriceRequest(server('another', 'ap-tokyo'), 'wechat', 'AUTUMN10')).not.toEqual(one)
  expect(toPriceRequest(wanted, 'wechat', null)).toEqual(toOrderRequest(wanted, 'wechat', null))
})
