import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'

interface PlaceholderInput {
  loading: boolean
  failed: boolean
  mobile: boolean
  servers: readonly Server[]
  rows: readonly Server[]
  favourites: ReadonlySet<string>
  onlyFavourites: boolean
  resetAll: () => void
  retry: () => void
}

/** Returns the replacement for the rows: a skeleton, or why there are none; undefined when there are rows. */
export function useListPlaceholder(input: PlaceholderInput): ReactNode {
  const { t } = useTranslation()
  const { loading, failed, mobile, resetAll, retry } = input
  const nothing = input.servers.length === 0
  const filtered = input.rows.length === 0
  const noFavourites = input.onlyFavourites && input.favourites.size === 0

  return useMemo(() => {
    if (loading) return <SkeletonRows rows={8} shape={mobile ? 'card' : 'row'} />
    if (nothing && failed) {
      return (
        <EmptyState
          icon="warning"
          title={t(($) => $.servers.staleNothing)}
          action={<Button onClick={retry}>{t(($) => $.common.retry)}</Button>}
        />
      )
    }
    if (nothing) {
      return (
        <EmptyState icon="servers" title={t(($) => $.servers.noServers)}>
          {t(($) => $.servers.noServersNext)}
        </EmptyState>
      )
    }
    if (!filtered) return undefined
    return (
      <EmptyState
        icon={noFavourites ? 'heart' : 'search'}
        title={noFavourites ? t(($) => $.servers.noFavourites) : t(($) => $.servers.noMatch)}
        action={<Button onClick={resetAll}>{t(($) => $.servers.resetFilters)}</Button>}
      >
        {noFavourites ? t(($) => $.servers.noFavouritesNext) : t(($) => $.servers.noMatchNext)}
      </EmptyState>
    )
  }, [loading, nothing, failed, filtered, noFavourites, mobile, resetAll, retry, t])
}
