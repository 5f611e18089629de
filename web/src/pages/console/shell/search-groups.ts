import { useTranslation } from '../../../locales/translate.ts'
import type { FinderGroup } from '../../../ui/search/finder.tsx'
import type { ConsoleAddress } from '../kit/console-paths.ts'
import type { SearchResult } from '../overview/overview.queries.ts'

interface SearchGroups {
  groups: FinderGroup[]
  /** The console page of each result, by its key. */
  addresses: ReadonlyMap<string, ConsoleAddress>
}

/** Groups the results by kind, without empty kinds. */
export function useSearchGroups(found: SearchResult | undefined): SearchGroups {
  const { t } = useTranslation()
  const addresses = new Map<string, ConsoleAddress>()
  const result = (key: string, address: ConsoleAddress, title: string, detail: string) => {
    addresses.set(key, address)
    return { key, title, detail }
  }
  const groups: FinderGroup[] = [
    {
      title: t(($) => $.admin.find.servers),
      icon: 'servers',
      items: (found?.servers ?? []).map(({ id, name, address }) =>
        result(`servers-${id}`, `servers?server=${id}`, name, address),
      ),
    },
    {
      title: t(($) => $.admin.find.users),
      icon: 'users',
      items: (found?.users ?? []).map(({ id, name, steamId, email }) =>
        result(`users-${id}`, `users/${id}`, name || (steamId ?? email ?? id), steamId ?? email ?? ''),
      ),
    },
    {
      title: t(($) => $.admin.find.orders),
      icon: 'receipt',
      items: (found?.orders ?? []).map(({ id, number, steamId, buyerName }) =>
        result(`orders-${id}`, `orders/${id}`, number, buyerName || steamId),
      ),
    },
    {
      title: t(($) => $.admin.find.rentals),
      icon: 'target',
      items: (found?.rentals ?? []).map(({ number, name, owner, ownerName }) =>
        result(`rentals-${number}`, `rentals/${number}`, `${name} ${number}`, ownerName || owner),
      ),
    },
  ]
  return { groups: groups.filter(({ items }) => items.length > 0), addresses }
}
