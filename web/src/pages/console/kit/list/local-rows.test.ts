import { expect, test } from 'vitest'
import type { Column } from './columns.ts'
import { selectRows } from './local-rows.ts'

interface Server {
  name: string
  players: number | null
}

const columns: readonly Column<Server>[] = [
  { id: 'name', title: 'Name', value: ({ name }) => name },
  { id: 'players', title: 'Players', value: ({ players }) => players },
]
const servers: readonly Server[] = [
  { name: 'Retakes #10', players: 9 },
  { name: 'retakes #2', players: 12 },
  { name: '上海 #1', players: null },
]
const names = (change: { find?: string; sort?: string; direction?: 'asc' | 'desc' }) =>
  selectRows(servers, columns, { find: '', sort: '', direction: 'asc', ...change }).map(({ name }) => name)

test('J every word that is searched for must be there, in whatever column and case', () => {
  expect(names({ find: 'RETAKES 12' })).toEqual(['retakes #2'])
  expect(names({ find: '上海' })).toEqual(['上海 #1'])
  expect(names({ find: ' ' })).toHaveLength(3)
  expect(names({ find: 'dust' })).toEqual([])
})

test.each([
  ['name', 'asc', ['上海 #1', 'retakes #2', 'Retakes #10']],
  ['name', 'desc', ['Retakes #10', 'retakes #2', '上海 #1']],
  ['players', 'asc', ['上海 #1', 'Retakes #10', 'retakes #2']],
  ['players', 'desc', ['retakes #2', 'Retakes #10', '上海 #1']],
] as const)(
  'J a list is sorted by %s, %s: digits by their value, nothing first',
  (sort, direction, expected) => {
    expect(names({ sort, direction })).toEqual(expected)
  },
)

test('J an unknown column leaves the order of the answer', () => {
  expect(names({ sort: 'colour' })).toEqual(servers.map(({ name }) => name))
})
