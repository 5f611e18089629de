import { defaultFilter, filterServers } from '@clutch/contract/rules/servers/list/server-filter.ts'
import { expect, test } from 'vitest'
import { createServer } from '../testing/servers.ts'
import { countHead, countModes, filterRows } from './list-counts.ts'

const servers = [
  createServer({ id: 'half', players: '5/10' }),
  createServer({ id: 'full', players: '10/10' }),
  createServer({ id: 'void', players: '0/10', region: 'eu-frankfurt' }),
  createServer({ id: 'dead', players: '3/10', open: 0, category: 'public' }),
]

test('the head counts players of online servers, servers and regions', () => {
  expect(countHead(servers)).toEqual({ players: 15, online: 3, total: 4, regions: 2 })
  expect(countHead([])).toEqual({ players: 0, online: 0, total: 0, regions: 0 })
})

test('D1 the pills count every server of a mode, offline ones too', () => {
  expect([...countModes(servers)]).toEqual([
    ['retakes', 3],
    ['public', 1],
  ])
})

test('D12 the footer says how many rows are hidden and why', () => {
  const { rows, counts } = filterRows(servers, { ...defaultFilter, hideEmpty: true })
  expect(rows.map(({ id }) => id)).toEqual(['half'])
  expect(counts).toEqual({ shown: 1, matching: 4, offline: 1, full: 1, empty: 1 })
})

test('servers the search or the lists exclude are not counted as hidden', () => {
  const { counts } = filterRows(servers, { ...defaultFilter, search: 'half', regions: ['ap-shanghai'] })
  expect(counts).toEqual({ shown: 1, matching: 1, offline: 0, full: 0, empty: 0 })
})

test('D10–D12 the rows are those of the contract rule, in the given order', () => {
  const filter = { ...defaultFilter, search: ' SERVER ', hideFull: false }
  expect(filterRows(servers, filter).rows).toEqual(filterServers(servers, filter))
})
