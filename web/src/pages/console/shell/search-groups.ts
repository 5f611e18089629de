import { useTranslation } from '../../../locales/translate.ts'
import type { FinderGroup } from '../../../ui/search/finder.tsx'
import type { SearchResult } from '../overview/overview.queries.ts'

interface SearchGroups {
  groups: FinderGroup[]
  /** Returns the console page of a result's key. */
  placeOf: (key: string) => string
}

/** Groups the results by kind, without empty kinds. A key is the address it leads to. */
export function useSearchGroups(found: SearchResult | undefined): SearchGroups {
  const { t } = useTranslation()
  const groups: FinderGroup[] = [
    {
      title: t(($) => $.admin.find.servers),
      icon: 'servers',
      things: (found?.servers ?? []).map(({ id, name, address }) => ({
        key: `servers-${id}`,
        title: name,
        detail: address,
      })),
    },
    {
      title: t(($) => $.admin.find.users),
      icon: 'users',
      things: (found?.users ?? []).map(({ id, name, steamId, email }) => ({
        key: `users-${id}`,
        title: name || (steamId ?? email ?? id),
        detail: steamId ?? email ?? '',
      })),
    },
    {
      title: t(($) => $.admin.find.orders),
      icon: 'receipt',
      things: (found?.orders ?? []).map(({ id, number, steamId, buyerName }) => ({
        key: `orders-${id}`,
        title: number,
        detail: buyerName || steamId,
      })),
    },
    {
      title: t(($) => $.admin.find.rentals),
      icon: 'target',
      things: (found?.rentals ?? []).map(({ number, name, owner, ownerName }) => ({
        key: `rentals-${number}`,
        title: `${name} ${number}`,
        detail: ownerName || owner,
      })),
    },
  ]
  return {
    groups: groups.filter(({ things }) => things.length > 0),
    placeOf: (key) => {
      const [kind = '', ...rest] = key.split('-')
      const id = rest.join('-')
      return kind === 'servers' ? `servers?server=${id}` : `${kind}/${id}`
    },
  }
}
