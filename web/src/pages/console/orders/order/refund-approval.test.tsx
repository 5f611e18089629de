import {
  operatorApproveRefund,
  operatorDeclineRefund,
  operatorRefundOrder,
  type OrderDetails,
} from '@clutch/contract/api/payments/operator-orders.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../../../app/testing/render-page.tsx'
import { stubPortal } from '../../../../app/testing/stub-portal.ts'
import { toastStore } from '../../../../ui/messages/toast-store.ts'
import { PermissionsContext } from '../../kit/permissions.ts'
import { RefundApproval } from './refund-approval.tsx'
import { RefundDialog } from './refund-dialog.tsx'

const id = '019a8f5e-6d00-7000-8000-000000000001'
const request: NonNullable<OrderDetails['refundRequest']> = {
  attempt: id,
  amount: 20_000,
  currency: 'CNY',
  reason: '停机',
  by: '76561198000000099',
  byName: 'Ann',
  at: 0,
}

const file: OrderDetails = {
  order: {
    id,
    number: 'ord-1',
    status: 'paid',
    state: 'fulfilled',
    fulfilled: true,
    productType: 'vip',
    productId: 'plan',
    description: { zh: 'VIP', en: 'VIP' },
    duration: '1m',
    ends: null,
    notOnServers: false,
    recipient: null,
    method: 'wechat',
    currency: 'CNY',
    listAmount: 30_000,
    amount: 30_000,
    refunded: 0,
    coupon: null,
    created: 0,
    paid: 0,
    reference: null,
    payment: null,
    questions: [],
    steamId: request.by,
    buyerName: '',
    problem: '',
    troubled: false,
  },
  userId: id,
  bought: null,
  attempts: [],
  events: [],
  steps: [],
  refunds: [],
  refundRequest: null,
}

async function open({ isOwn = false, mayRefund = true } = {}) {
  const portal = stubPortal()
  const answer = () => file
  const approved = portal.answer(operatorApproveRefund, answer)
  const declined = portal.answer(operatorDeclineRefund, answer)
  const permissions = { rights: mayRefund ? { refunds: 'change' as const } : {}, serverIds: null }
  const { user } = await renderPage(
    <PermissionsContext value={permissions}>
      <RefundApproval orderId={id} request={request} isOwn={isOwn} />
    </PermissionsContext>,
    { address: `/admin/orders/${id}` },
  )
  return { user, approved, declined }
}

afterEach(() => toastStore.set([]))

test('J a refund that another operator requested is approved after a question', async () => {
  const { user, approved } = await open()
  expect(screen.getByText(/Ann 76561198000000099 申请退款 ¥200/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '批准退款' }))
  expect(approved).toEqual([])
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: '批准退款' }))
  await waitFor(() => expect(approved).toHaveLength(1))
})

test('J the one who requested a refund cannot approve it, and can withdraw it', async () => {
  const { user, declined } = await open({ isOwn: true })
  expect(screen.getByRole('button', { name: '批准退款' }).ariaDisabled ?? 'true').toBe('true')
  await user.click(screen.getByRole('button', { name: '撤回申请' }))
  await waitFor(() => expect(declined).toHaveLength(1))
})

test('C18 an operator who may not refund sees the request without buttons', async () => {
  await open({ mayRefund: false })
  expect(screen.getByText(/停机/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('J H3 a second press on "continue" confirms nothing: the question has the focus on cancel', async () => {
  const portal = stubPortal()
  const refunded = portal.answer(operatorRefundOrder, () => file)
  const attempt: OrderDetails['attempts'][number] = {
    id,
    no: 'att-1',
    method: 'wechat',
    state: 'paid',
    amount: 30_000,
    currency: 'CNY',
    reference: null,
    held: null,
    pays: true,
    left: 30_000,
    created: 0,
    paid: 0,
    next: null,
  }
  const { user } = await renderPage(
    <RefundDialog open onClose={() => undefined} file={{ ...file, attempts: [attempt] }} />,
    { address: `/admin/orders/${id}` },
  )
  const form = await screen.findByRole('dialog')
  await user.type(within(form).getByRole('textbox', { name: /退款原因/ }), '误购')
  await user.click(within(form).getByRole('button', { name: '下一步' }))
  const question = await screen.findByRole('alertdialog')
  await waitFor(() =>
    expect(document.activeElement).toBe(within(question).getByRole('button', { name: '取消' })),
  )
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(refunded).toEqual([])
  await user.dblClick(within(form).getByRole('button', { name: '下一步' }))
  expect(refunded).toEqual([])
  const confirm = within(await screen.findByRole('alertdialog')).getByRole('button', { name: /退回 ¥300/ })
  await user.click(confirm)
  await waitFor(() => expect(refunded).toHaveLength(1))
})
