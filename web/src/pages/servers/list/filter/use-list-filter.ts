import type { Server } from '@clutch/contract/api/servers/servers.ts'
import {
  formatFilter,
  removeUnknownValues,
  parseFilter,
  type FilterOptions,
} from '@clutch/contract/rules/servers/list/filter-query.ts'
import { defaultFilter, type ServerFilter } from '@clutch/contract/rules/servers/list/server-filter.ts'
import { useNavigate, useSearch } from '../../../../app/router/router-provider.tsx'
import { useCallback, useEffect, useState } from 'react'
import { learnOptions } from './filter-options.ts'

/** How long typing rests before the address follows: browsers limit how often it may change. */
const addressDelayMs = 250

/**
 * The filter of the list, stored in the page's address without a new history entry (D9). Lists from the
 * address are retained only as far as the first load knows them (D10). With `enabled` off the defaults apply
 * (E4).
 * @param servers the unfiltered list, undefined before its first load
 */
export function useListFilter(servers: readonly Server[] | undefined, enabled: boolean) {
  const address = formatFilter(parseFilter(useSearch()))
  const current = JSON.stringify(address)
  const [filter, setFilter] = useState(() => parseFilter(address))
  const [options, setOptions] = useState<FilterOptions | null>(null)
  const [seen, setSeen] = useState(current)
  const [written, setWritten] = useState(current)

  if (options === null && servers !== undefined) {
    const learned = learnOptions(servers)
    setOptions(learned)
    setFilter(removeUnknownValues(filter, learned))
  }
  if (current !== seen) {
    setSeen(current)
    // Not written here, so it was changed from outside: a link, the back button.
    if (current !== written) {
      setWritten(current)
      setFilter(options === null ? parseFilter(address) : removeUnknownValues(parseFilter(address), options))
    }
  }

  const wanted = JSON.stringify(formatFilter(filter))
  useUrlSync(wanted, current, enabled && options !== null, setWritten)

  const change = useCallback((part: Partial<ServerFilter>) => setFilter((held) => ({ ...held, ...part })), [])
  const reset = useCallback(() => setFilter(defaultFilter), [])
  return { filter: enabled ? filter : defaultFilter, known: options !== null, change, reset }
}

/** Writes the wanted search into the address once it has rested; `from` and whatever else is there stays. */
function useUrlSync(wanted: string, current: string, active: boolean, onWritten: (search: string) => void) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!active || wanted === current) return
    const timer = setTimeout(() => {
      onWritten(wanted)
      void navigate({
        to: '.',
        search: (held) => ({ ...withoutFilter(held), ...(JSON.parse(wanted) as object) }),
        hash: true,
        state: true,
        replace: true,
        resetScroll: false,
      })
    }, addressDelayMs)
    return () => clearTimeout(timer)
  }, [wanted, current, active, onWritten, navigate])
}

const filterNames: ReadonlySet<string> = new Set(
  Object.keys(
    formatFilter({
      search: 's',
      modes: ['m'],
      maps: ['m'],
      regions: ['r'],
      hideFull: !defaultFilter.hideFull,
      hideEmpty: !defaultFilter.hideEmpty,
      hideOffline: !defaultFilter.hideOffline,
    }),
  ),
)

function withoutFilter(search: object): object {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !filterNames.has(name)))
}
