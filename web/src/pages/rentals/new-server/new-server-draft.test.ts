import type { RentalRegion } from '@clutch/contract/api/rentals/rentals.ts'
import { expect, test } from 'vitest'
import { toOrderRequest } from '../../../app/payment/purchase/purchase-item.ts'
import { emptyDraft, findMissingField, toPurchaseItem, type NewServerDraft } from './new-server-draft.ts'

const region = (code: RentalRegion['region'], available = true): RentalRegion => ({
  region: code,
  name: { zh: code, en: code },
  group: 'china',
  available,
  recommended: false,
  maintenance: null,
})
const regions = [region('ap-shanghai'), region('ap-wuhan', false)]
const whole: NewServerDraft = {
  name: ' 周五  内战一号 ',
  password: ' clutch2026 ',
  mode: 'flexible',
  region: 'ap-shanghai',
  duration: '1m',
}

test('G10 a new server needs name, password, region mode and region, each by its rule', () => {
  expect(findMissingField(whole, regions)).toBeNull()
  expect(findMissingField(emptyDraft, regions)).toBe('name')
  const lacking: [Partial<NewServerDraft>, string][] = [
    [{ name: ' ' }, 'name'],
    [{ name: 'ab' }, 'name'],
    [{ name: 'say "hi"' }, 'name'],
    [{ password: '' }, 'password'],
    [{ password: 'abc' }, 'password'],
    [{ password: 'clutch 2026' }, 'password'],
    [{ mode: null }, 'mode'],
    [{ region: null }, 'region'],
  ]
  for (const [part, need] of lacking)
    expect([part, findMissingField({ ...whole, ...part }, regions)]).toEqual([part, need])
})

test('G10 a full region counts as missing, even if it became full after it was chosen', () => {
  expect(findMissingField({ ...whole, region: 'ap-wuhan' }, regions)).toBe('region')
  expect(findMissingField(whole, [region('ap-shanghai', false)])).toBe('region')
  expect(findMissingField(whole, [])).toBe('region')
})

test('G10 H7 the options of an order are those of document 2 §3, tidied', () => {
  const order = toOrderRequest(toPurchaseItem(whole, 'kite_07'), 'wechat', null)
  expect(order).toMatchObject({ productType: 'server_rental', productId: 'new_server', currency: 'CNY' })
  expect(order.options).toEqual({
    serverName: '周五 内战一号',
    password: 'clutch2026',
    region: 'ap-shanghai',
    isRelocatable: true,
    nickname: 'kite_07',
    duration: '1m',
    paymentMethod: 'wechat',
  })
})

test('H6 the price is that of the mode, of the fixed one until one is chosen', () => {
  expect(
    (['flexible', 'fixed', null] as const).map((mode) => toPurchaseItem({ ...whole, mode }, '').relocatable),
  ).toEqual([true, false, false])
})
