import { useEffect, useState } from 'react'
import { useAddressState } from '../address-state.ts'

/** The search, filters, sorting and page of a list, stored in the address. */
export interface ListState {
  /** The text in the search field, and the active search: the second follows after a pause in typing. */
  typed: string
  find: string
  type: (text: string) => void
  filters: Readonly<Record<string, string>>
  filter: (id: string, value: string) => void
  sort: string
  direction: 'asc' | 'desc'
  sortBy: (column: string) => void
  page: number
  /** Leaves a step in the history unless `remember` is false. */
  turnTo: (page: number, remember?: boolean) => void
  /** Whether a search or filter leaves anything out. */
  narrowed: boolean
  reset: () => void
  /** Something is typed that is not searched for yet. */
  pending: boolean
}

interface ListDefaults {
  filters: readonly string[]
  sort: string
  direction: 'asc' | 'desc'
}

const typingDelayMs = 250

export function useListState(start: ListDefaults): ListState {
  const address = useAddressState()
  const find = address.get('find')
  const [typed, setTyped] = useState(find)
  const [known, setKnown] = useState(find)
  if (known !== find) {
    setKnown(find)
    setTyped(find)
  }
  useEffect(() => {
    if (typed === find) return
    const rest = setTimeout(() => address.set({ find: typed, page: undefined }), typingDelayMs)
    return () => clearTimeout(rest)
  }, [typed, find, address])
  const sort = address.get('sort') || start.sort
  const direction = address.get('direction') === '' ? start.direction : directionOf(address.get('direction'))
  const filters = Object.fromEntries(start.filters.map((id) => [id, address.get(id)]))
  const noFilters = Object.fromEntries(start.filters.map((id) => [id, undefined]))
  return {
    typed,
    find,
    type: setTyped,
    filters,
    filter: (id, value) => address.set({ [id]: value, page: undefined }, true),
    sort,
    direction,
    sortBy: (column) => {
      const turned = column === sort && direction === 'asc' ? 'desc' : 'asc'
      address.set({ sort: column, direction: turned, page: undefined }, true)
    },
    page: Math.max(1, Number.parseInt(address.get('page'), 10) || 1),
    turnTo: (page, remember = true) => address.set({ page: page === 1 ? undefined : String(page) }, remember),
    narrowed: find !== '' || Object.values(filters).some((value) => value !== ''),
    reset: () => {
      setTyped('')
      address.set({ ...noFilters, find: undefined, page: undefined }, true)
    },
    pending: typed !== find,
  }
}

function directionOf(text: string): 'asc' | 'desc' {
  return text === 'asc' ? 'asc' : 'desc'
}
