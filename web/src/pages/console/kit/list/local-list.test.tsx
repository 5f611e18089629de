import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../app/testing/render-page.tsx'
import { LocalList } from './local-list.tsx'

interface Coupon {
  code: string
  state: 'valid' | 'over'
}

const coupons: Coupon[] = Array.from({ length: 60 }, (_, at) => ({
  code: `CODE ${60 - at}`,
  state: at < 55 ? 'valid' : 'over',
}))

function CouponList({ rows }: { rows: Coupon[] | undefined }) {
  return (
    <LocalList
      label="Coupons"
      columns={[
        { id: 'code', title: 'Code', value: ({ code }) => code },
        { id: 'state', title: 'State', value: ({ state }) => state, fixed: true },
      ]}
      keyOf={({ code }) => code}
      rows={rows}
      busy={false}
      error={null}
      onRetry={() => undefined}
      filters={[{ id: 'state', label: 'State', options: [{ value: 'over', text: 'over' }] }]}
      passes={(row, _, value) => row.state === value}
      sortedBy="code"
      rowActions={({ code }) => <button type="button">{`Edit ${code}`}</button>}
    />
  )
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const codes = () =>
  within(screen.getByRole('table', { name: 'Coupons' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

test('J a list that comes as a whole is sorted by the size of its numbers and paged here', async () => {
  const { user } = await renderPage(<CouponList rows={coupons} />)
  expect(codes().slice(0, 3)).toEqual(['CODE 1', 'CODE 2', 'CODE 3'])
  expect(codes()).toHaveLength(50)
  expect(screen.getByText('共 60 条')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '下一页' }))
  await expect.poll(codes).toHaveLength(10)
  expect(codes().at(-1)).toBe('CODE 60')
})

test('J a page after the last one shows the last one', async () => {
  await renderPage(<CouponList rows={coupons} />, { address: '/admin/prices?page=9' })
  expect(codes()).toHaveLength(10)
  expect(screen.getByText('第 2 / 2 页')).toBeDefined()
})

test('J a list that comes as a whole is searched with every key', async () => {
  const { user } = await renderPage(<CouponList rows={coupons} />)
  await user.type(screen.getByRole('textbox', { name: '搜索' }), 'code 59')
  // Nothing is awaited: no pause of typing and no request is needed.
  expect(codes()).toEqual(['CODE 59'])
  await user.type(screen.getByRole('textbox', { name: '搜索' }), 'x')
  expect(screen.getByText('没有符合条件的内容')).toBeDefined()
})

test('J resetting the filters also drops a search that is not in the address yet', async () => {
  vi.useFakeTimers()
  const { user } = await renderPage(<CouponList rows={coupons} />)
  await user.type(screen.getByRole('textbox', { name: '搜索' }), 'xyz')
  await user.click(screen.getByRole('button', { name: '重置筛选' }))
  expect(codes()).toHaveLength(50)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(codes()).toHaveLength(50)
})

test('J a filter leaves the rows that pass it, on the first page', async () => {
  const { user, address } = await renderPage(<CouponList rows={coupons} />, {
    address: '/admin/prices?page=2',
  })
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'over')
  await expect.poll(codes).toEqual(['CODE 1', 'CODE 2', 'CODE 3', 'CODE 4', 'CODE 5'])
  expect(address()).toBe('/admin/prices?state=over')
})

test('J a fixed column cannot be sorted by', async () => {
  await renderPage(<CouponList rows={coupons} />)
  const button = (name: string) => within(screen.getByRole('columnheader', { name })).queryByRole('button')
  expect([button('Code') === null, button('State') === null]).toEqual([false, true])
})

test('J the buttons of a row are in its last cell', async () => {
  await renderPage(<CouponList rows={coupons.slice(0, 1)} />)
  const row = screen.getAllByRole('row')[1]
  expect(row && within(row).getByRole('button', { name: 'Edit CODE 60' })).toBeDefined()
  expect(screen.getByRole('columnheader', { name: '打开' })).toBeDefined()
})

test('J rows that are not there yet are not an empty list', async () => {
  await renderPage(<CouponList rows={undefined} />)
  expect(screen.getByRole('status', { name: '加载中' })).toBeDefined()
  expect(screen.queryByText('这里还没有内容')).toBeNull()
})

test('J on a phone, whose cards have no titles to press, a choice sorts the rows and a button turns them', async () => {
  const narrow = { matches: true, addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', () => narrow)
  const { user } = await renderPage(<CouponList rows={coupons} />)
  const choice = screen.getByRole('combobox', { name: '排序' })
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['排序：Code'])
  const head = screen.getByRole('columnheader', { name: 'Code' })
  expect(within(head).queryByRole('button')).toBeNull()
  await user.click(screen.getByRole('button', { name: '升序，点击改为降序' }))
  await expect.poll(() => codes()[0]).toBe('CODE 60')
})
