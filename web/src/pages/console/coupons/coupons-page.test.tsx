import {
  operatorListCoupons,
  operatorRemoveCoupon,
  operatorSetCoupon,
} from '@clutch/contract/api/payments/operator-prices.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../../app/testing/render-page.tsx'
import { stubPortal } from '../../../app/testing/stub-portal.ts'
import { toastStore } from '../../../ui/messages/toast-store.ts'
import type { Coupon } from '../prices/prices.queries.ts'
import { CouponsPage } from './coupons-page.tsx'

const spring: Coupon = {
  code: 'SPRING',
  percent: null,
  amount: 500,
  currency: 'CNY',
  products: ['vip'],
  uses: 100,
  usesEach: null,
  starts: null,
  ends: null,
  used: 3,
  revision: 4,
}

async function openPage(...coupons: Coupon[]) {
  const portal = stubPortal()
  const state = { coupons }
  portal.answer(operatorListCoupons, () => state.coupons)
  const saved = portal.answer(operatorSetCoupon, () => spring)
  const { user } = await renderPage(<CouponsPage />, { address: '/admin/prices/coupons' })
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const type = async (name: string, text: string) => {
    await user.clear(screen.getByRole('textbox', { name }))
    if (text !== '') await user.type(screen.getByRole('textbox', { name }), text)
  }
  const choose = (name: string) => user.click(screen.getByRole('radio', { name }))
  return { portal, state, saved, user, press, type, choose }
}

const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const errorOf = (name: string) => {
  const field = screen.getByRole('textbox', { name })
  const message = document.querySelector(`[id="${field.getAttribute('aria-describedby')}"]`)
  return [field.ariaInvalid, message?.role, message?.textContent]
}

afterEach(() => toastStore.set([]))

test.each(['', '0', '5.001', '1,000'])('H7 %j is no amount of money', async (amount) => {
  const { press, type, choose, saved } = await openPage()
  await press('添加优惠码')
  await screen.findByRole('dialog', { name: '添加优惠码' })
  await type('代码', 'WINTER')
  await choose('金额')
  await type('金额', amount)
  await press('保存')
  expect(errorOf('金额')).toEqual(['true', 'alert', '请输入如 5.00 的金额'])
  expect(saved).toEqual([])
})

test('H7 an amount is typed in yuan and saved in fen', async () => {
  const { press, type, choose, saved } = await openPage()
  await press('添加优惠码')
  await screen.findByRole('dialog', { name: '添加优惠码' })
  await type('代码', 'winter-26')
  await choose('金额')
  await type('金额', '12.5')
  await press('保存')
  await noDialog()
  expect(saved).toMatchObject([
    {
      params: { code: 'WINTER-26' },
      body: { amount: 1_250, currency: 'CNY', uses: null, starts: null, revision: 0 },
    },
  ])
})

test.each(['0', '100'])('H7 %j is no percentage', async (percent) => {
  const { press, type, saved } = await openPage()
  await press('添加优惠码')
  await screen.findByRole('dialog', { name: '添加优惠码' })
  await type('代码', 'WINTER')
  await type('比例', percent)
  await press('保存')
  expect(errorOf('比例')).toEqual(['true', 'alert', '请输入 1 到 99 之间的数字'])
  expect(saved).toEqual([])
})

test('H7 a coupon that ends before it starts is not saved', async () => {
  const { press, saved } = await openPage(spring)
  await press('修改 SPRING')
  const dialog = within(await screen.findByRole('dialog', { name: '优惠码 SPRING' }))
  const [starts, ends] = ['开始', '结束'].map((name) => dialog.getByLabelText<HTMLInputElement>(name))
  if (starts) fireEvent.change(starts, { target: { value: '2026-11-23T08:00' } })
  if (ends) fireEvent.change(ends, { target: { value: '2026-11-23T08:00' } })
  await press('保存')
  expect(screen.getByRole('alert').textContent).toBe('结束时间必须晚于开始时间')
  if (ends) fireEvent.change(ends, { target: { value: '2026-11-23T09:00' } })
  expect(screen.queryByRole('alert')).toBeNull()
  await press('保存')
  await noDialog()
  const start = Date.UTC(2026, 10, 23)
  expect(saved).toMatchObject([
    { body: { starts: start, ends: start + 3_600_000, amount: 500, revision: 4 } },
  ])
})

test('H7 the code of a coupon cannot be changed', async () => {
  const { press } = await openPage(spring)
  await press('修改 SPRING')
  const code = await screen.findByRole<HTMLInputElement>('textbox', { name: '代码' })
  expect([code.value, code.readOnly]).toEqual(['SPRING', true])
})

test('H7 a coupon is removed in the state the operator saw, and a toast says so', async () => {
  const { portal, state, press, user } = await openPage(spring)
  const removed = portal.answer(operatorRemoveCoupon, () => {
    state.coupons = []
    return undefined
  })
  await press('删除 SPRING')
  const question = within(await screen.findByRole('alertdialog', { name: '删除 SPRING？' }))
  await user.click(question.getByRole('button', { name: '删除' }))
  await screen.findByText('还没有优惠码')
  expect(removed).toMatchObject([{ params: { code: 'SPRING' }, query: { revision: 4 } }])
  expect(toastStore.get()).toMatchObject([{ tone: 'good', title: '已删除' }])
})
