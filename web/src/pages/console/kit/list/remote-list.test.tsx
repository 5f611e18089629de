import { defineCall, type Query } from '@clutch/contract/api/call.ts'
import { listQuery, listReply, sortColumn } from '@clutch/contract/api/shared/list-query.ts'
import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { call } from '../../../../app/api/api-client.ts'
import { renderPage } from '../../../../app/testing/render-page.tsx'
import { refuse, stubPortal } from '../../../../app/testing/stub-portal.ts'
import { toastStore } from '../../../../ui/messages/toast-store.ts'
import { RemoteList, type ListQuery } from './remote-list.tsx'

interface Match {
  id: string
  map: string
  players: number
}

const states = ['live', 'over'] as const

const listMatches = defineCall({
  id: 'listMatches',
  method: 'GET',
  path: '/api/operator/matches',
  who: 'operator',
  area: 'any',
  tag: 'portal',
  summary: 'Matches',
  query: z.object({ ...listQuery, sort: sortColumn('map', 'players'), state: z.optional(z.enum(states)) }),
  reply: listReply(z.object({ id: z.string(), map: z.string(), players: z.int() })),
})

function loadMatches({ filters, ...ask }: ListQuery<'map' | 'players'>, signal?: AbortSignal) {
  return call(listMatches, { query: { ...ask, ...filters } as Query<typeof listMatches>, signal })
}

type Steps = (signal: AbortSignal) => AsyncIterable<readonly Match[]>

/** Nothing to export. */
async function* noRows(): AsyncGenerator<Match[]> {}

function MatchList({ loadAll = noRows }: { loadAll?: Steps }) {
  return (
    <RemoteList<Match, 'map' | 'players'>
      label="Matches"
      queryKey={['matches']}
      load={loadMatches}
      loadAll={(_, signal) => loadAll(signal)}
      sorts={['map', 'players']}
      direction="asc"
      columns={[
        { id: 'map', title: 'Map', value: ({ map }) => map },
        { id: 'players', title: 'Players', value: ({ players }) => players, end: true },
        { id: 'id', title: 'Id', value: ({ id }) => id, exported: true },
      ]}
      filters={[{ id: 'state', label: 'State', options: states.map((value) => ({ value, text: value })) }]}
      keyOf={({ id }) => id}
      empty={{ title: 'No matches yet', next: 'They appear once a server is full.' }}
    />
  )
}

const page = (maps: readonly string[], total = maps.length) => ({
  rows: maps.map((map, players) => ({ id: `${map}-id`, map, players })),
  total,
})

/** The maps of the rows that are shown, in their order. */
const shownMaps = () =>
  within(screen.getByRole('table', { name: 'Matches' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

afterEach(() => {
  vi.useRealTimers()
  toastStore.set([])
})

test('J a list shows that it loads, then its rows and how many there are', async () => {
  const answered = Promise.withResolvers<ReturnType<typeof page>>()
  stubPortal().answer(listMatches, () => answered.promise)
  await renderPage(<MatchList />)
  expect(screen.getByRole('status', { name: '加载中' })).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
  await act(async () => answered.resolve(page(['de_dust2', 'de_mirage'])))
  await screen.findByText('共 2 条')
  expect(shownMaps()).toEqual(['de_dust2', 'de_mirage'])
  const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(titles).toEqual(['Map', 'Players'])
  expect(screen.queryByRole('status', { name: '加载中' })).toBeNull()
})

test('J an empty list says what it will hold', async () => {
  stubPortal().answer(listMatches, () => page([]))
  await renderPage(<MatchList />)
  await screen.findByText('No matches yet')
  expect(screen.getByText('They appear once a server is full.')).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '导出 CSV' }).disabled).toBe(true)
})

test('C17 a list that cannot be loaded says why, and a retry loads it', async () => {
  const portal = stubPortal()
  portal.answer(listMatches, () => refuse('search.too_long'))
  const { user } = await renderPage(<MatchList />)
  expect((await screen.findByRole('alert')).textContent).toContain('搜索用时过长，请缩小搜索范围。')
  const answered = Promise.withResolvers<ReturnType<typeof page>>()
  portal.answer(listMatches, () => answered.promise)
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(screen.getByRole('status', { name: '加载中' })).toBeDefined()
  await act(async () => answered.resolve(page(['de_dust2'])))
  await screen.findByText('共 1 条')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('J a filter is sent with the first page and is in the address', async () => {
  const received = stubPortal().answer(listMatches, () => page(['de_dust2'], 120))
  const { user, address } = await renderPage(<MatchList />, { address: '/admin/matches?page=2' })
  await screen.findByRole('table')
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'live')
  await expect.poll(() => received.at(-1)?.query).toMatchObject({ state: 'live', page: 1 })
  expect([received[0]?.query.state, received[0]?.query.page]).toEqual([undefined, 2])
  expect(address()).toBe('/admin/matches?state=live')
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'State：全部')
  await expect.poll(address).toBe('/admin/matches')
})

test('J a page after the last one turns to the last one', async () => {
  const portal = stubPortal()
  portal.answer(listMatches, ({ query }) => page(query.page === 3 ? ['de_nuke'] : [], 101))
  const { address } = await renderPage(<MatchList />, { address: '/admin/matches?page=9' })
  await screen.findByText('第 3 / 3 页')
  expect(shownMaps()).toEqual(['de_nuke'])
  expect(address()).toBe('/admin/matches?page=3')
})

test('J a list of more than 10,000 rows says so and can be turned on', async () => {
  const full = Array.from({ length: 50 }, (_, row) => `map-${row}`)
  const portal = stubPortal()
  portal.answer(listMatches, ({ query }) => page((query.page ?? 1) > 200 ? ['de_nuke'] : full, 10_001))
  const { user } = await renderPage(<MatchList />, { address: '/admin/matches?page=200' })
  await screen.findByText('10,000 条以上')
  expect(screen.getByText('第 200 / 201+ 页')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '下一页' }))
  await screen.findByText('第 201 / 201+ 页')
  expect(shownMaps()).toEqual(['de_nuke'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '下一页' }).disabled).toBe(true)
})

test('J a search that finds nothing offers to drop search and filters', async () => {
  const portal = stubPortal()
  portal.answer(listMatches, ({ query }) => page(query.find === undefined ? ['de_dust2'] : []))
  const { user, address } = await renderPage(<MatchList />, { address: '/admin/matches?find=xyz&state=live' })
  await screen.findByText('没有符合条件的内容')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '搜索' }).value).toBe('xyz')
  await user.click(screen.getByRole('button', { name: '重置筛选' }))
  await screen.findByText('共 1 条')
  expect(address()).toBe('/admin/matches')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '搜索' }).value).toBe('')
})

test('J a search is sent once, when typing pauses', async () => {
  vi.useFakeTimers()
  const received = stubPortal().answer(listMatches, () => page(['de_dust2'], 120))
  const { user, address } = await renderPage(<MatchList />, { address: '/admin/matches?page=3' })
  await screen.findByRole('table')
  await user.type(screen.getByRole('textbox', { name: '搜索' }), 'dust')
  await act(() => vi.advanceTimersByTimeAsync(249))
  expect(received).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(received.map(({ query }) => [query.find, query.page])).toEqual([
    [undefined, 3],
    ['dust', 1],
  ])
  expect(address()).toBe('/admin/matches?find=dust')
  await user.click(screen.getByRole('button', { name: '清除' }))
  await act(() => vi.advanceTimersByTimeAsync(250))
  expect(address()).toBe('/admin/matches')
})

test('J pages are turned by buttons that end at the first and the last page', async () => {
  const received = stubPortal().answer(listMatches, ({ query }) => page([`page ${query.page}`], 101))
  const { user, address } = await renderPage(<MatchList />, { address: '/admin/matches' })
  const pages = within(await screen.findByRole('navigation', { name: '分页' }))
  const previous = () => pages.getByRole<HTMLButtonElement>('button', { name: '上一页' })
  const next = () => pages.getByRole<HTMLButtonElement>('button', { name: '下一页' })
  expect([previous().disabled, next().disabled]).toEqual([true, false])
  await user.click(next())
  await screen.findByText('page 2')
  expect([previous().disabled, next().disabled]).toEqual([false, false])
  await user.click(next())
  await screen.findByText('page 3')
  expect(pages.getByText('第 3 / 3 页')).toBeDefined()
  expect([previous().disabled, next().disabled, address()]).toEqual([false, true, '/admin/matches?page=3'])
  await user.click(previous())
  await user.click(previous())
  await expect.poll(address).toBe('/admin/matches')
  expect(received.every(({ query }) => query.size === 50)).toBe(true)
})

test('J a title sorts the whole list by its column, and the other way when pressed again', async () => {
  const received = stubPortal().answer(listMatches, () => page(['de_dust2']))
  const { user } = await renderPage(<MatchList />)
  const title = async () => screen.findByRole('columnheader', { name: 'Players' })
  expect((await screen.findByRole('columnheader', { name: 'Map' })).ariaSort).toBe('ascending')
  await user.click(within(await title()).getByRole('button'))
  await expect.poll(() => received.at(-1)?.query).toMatchObject({ sort: 'players', direction: 'asc' })
  expect((await title()).ariaSort).toBe('ascending')
  await user.click(within(await title()).getByRole('button'))
  await expect.poll(() => received.at(-1)?.query).toMatchObject({ sort: 'players', direction: 'desc' })
  expect((await title()).ariaSort).toBe('descending')
})

test.each([
  ['?sort=weight&page=x', { sort: 'map', direction: 'asc', page: 1 }],
  ['?sort=players&direction=up&page=-4', { sort: 'players', direction: 'desc', page: 1 }],
  ['?sort=players&page=7&find=kite', { sort: 'players', direction: 'asc', page: 7, find: 'kite' }],
])('J the address %s is read, and what it does not know is left out', async (query, expected) => {
  const received = stubPortal().answer(listMatches, () => page([]))
  await renderPage(<MatchList />, { address: `/admin/matches${query}` })
  await expect.poll(() => received.at(0)?.query).toMatchObject(expected)
})

test('J old rows stay, marked as busy, until the filtered ones arrive', async () => {
  const answered = Promise.withResolvers<ReturnType<typeof page>>()
  stubPortal().answer(listMatches, ({ query }) =>
    query.state === undefined ? page(['de_dust2']) : answered.promise,
  )
  const { user } = await renderPage(<MatchList />)
  const table = await screen.findByRole('table')
  expect(table.ariaBusy).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'live')
  await expect.poll(() => screen.getByRole('table').ariaBusy).toBe('true')
  expect(shownMaps()).toEqual(['de_dust2'])
  await act(async () => answered.resolve(page(['de_nuke'])))
  await screen.findByText('de_nuke')
  expect(screen.getByRole('table').ariaBusy).toBeNull()
})

test('J an answer to an older filter that arrives last is ignored', async () => {
  const late = Promise.withResolvers<ReturnType<typeof page>>()
  stubPortal().answer(listMatches, ({ query }) =>
    query.state === 'live' ? late.promise : page([query.state ?? 'all']),
  )
  const { user } = await renderPage(<MatchList />)
  const states = await screen.findByRole('combobox', { name: 'State' })
  await user.selectOptions(states, 'live')
  await user.selectOptions(states, 'over')
  await screen.findByRole('cell', { name: 'over' })
  await act(async () => late.resolve(page(['live'])))
  expect(shownMaps()).toEqual(['over'])
})

/** What is saved as a file, as the browser would be given it. */
function watchDownloads(): { name: string; text: Promise<string> }[] {
  const files: { name: string; text: Promise<string> }[] = []
  let latest = new Blob()
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      latest = blob
      return 'blob:test'
    },
    revokeObjectURL: () => undefined,
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: latest.text() })
  })
  return files
}

test('J the export holds every row and column of the list, not only the page', async () => {
  const files = watchDownloads()
  stubPortal().answer(listMatches, () => page(['de_dust2'], 2))
  const steps: Steps = async function* () {
    yield page(['de_dust2']).rows
    yield page(['de_nuke, old']).rows
  }
  const { user } = await renderPage(<MatchList loadAll={steps} />)
  await screen.findByRole('table')
  await user.click(screen.getByRole('button', { name: '导出 CSV' }))
  await expect
    .poll(() => files.map(({ name }) => name))
    .toEqual([expect.stringMatching(/^Matches \d{4}-\d\d-\d\d\.csv$/)])
  const lines = (await files[0]?.text)?.replace('\uFEFF', '').trim().split(/\r?\n/)
  expect(lines).toEqual(['Map,Players,Id', 'de_dust2,0,de_dust2-id', '"de_nuke, old",0,"de_nuke, old-id"'])
})

test('J an export shows how far it is and can be cancelled', async () => {
  const files = watchDownloads()
  stubPortal().answer(listMatches, () => page(['de_dust2'], 2_000))
  const steps: Steps = async function* (signal) {
    yield page(['de_dust2']).rows
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const { user } = await renderPage(<MatchList loadAll={steps} />)
  await screen.findByRole('table')
  await user.click(screen.getByRole('button', { name: '导出 CSV' }))
  await screen.findByText('1 / 2,000 条')
  expect(screen.getByRole('button', { name: '导出 CSV' }).ariaBusy).toBe('true')
  await user.click(screen.getByRole('button', { name: '取消导出' }))
  await expect.poll(() => screen.queryByRole('button', { name: '取消导出' })).toBeNull()
  expect([files, toastStore.get()]).toEqual([[], []])
})

test('J leaving the page cancels its export', async () => {
  stubPortal().answer(listMatches, () => page(['de_dust2']))
  const signals: AbortSignal[] = []
  const steps: Steps = async function* (signal) {
    signals.push(signal)
    yield []
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const { user, unmount } = await renderPage(<MatchList loadAll={steps} />)
  await screen.findByRole('table')
  await user.click(screen.getByRole('button', { name: '导出 CSV' }))
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  unmount()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('J an export that breaks off says so and saves nothing', async () => {
  const files = watchDownloads()
  stubPortal().answer(listMatches, () => page(['de_dust2']))
  const steps: Steps = async function* () {
    yield page(['de_dust2']).rows
    throw new Error('the rows broke off')
  }
  const { user } = await renderPage(<MatchList loadAll={steps} />)
  await screen.findByRole('table')
  await user.click(screen.getByRole('button', { name: '导出 CSV' }))
  await expect.poll(() => toastStore.get()).toMatchObject([{ tone: 'bad', title: '导出失败' }])
  expect(files).toEqual([])
})
