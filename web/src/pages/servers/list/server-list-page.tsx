import type { ServerFilter } from '@clutch/contract/rules/servers/list/server-filter.ts'
import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { FirstViewPart } from '../../../app/first-view/first-view-part.tsx'
import { useShownLocation } from '../../../app/router/router-provider.tsx'
import { usePortal } from '../../../app/portal/portal-context.ts'
import { Page } from '../../../ui/layout/layout.tsx'
import { useIsMobile, useReducedMotion } from '../../../ui/state/use-media-query.ts'
import { useLiveServers } from '../live/use-live-servers.ts'
import type { OpenPopup, PlayerPopupProps } from '../players/player-popup.tsx'
import { QuickJoin } from '../quick-join/quick-join.tsx'
import { allServers, listQuery, refreshLists } from '../servers.queries.ts'
import { countHead, filterRows } from './list-counts.ts'
import { ListFooter } from './list-footer.tsx'
import { ListHead } from './list-head.tsx'
import { DesktopToolbar, MobileToolbar } from './filter/list-toolbar.tsx'
import { learnOptions } from './filter/filter-options.ts'
import { ServerCards } from './rows/server-cards.tsx'
import { ServerTable } from './rows/server-table.tsx'
import { StaleNote } from './stale-note.tsx'
import { useFavourites } from './favourites/use-favourites.ts'
import { useListPlaceholder } from './use-list-placeholder.tsx'
import { useListFilter } from './filter/use-list-filter.ts'
import { useRefresh } from './use-refresh.ts'
import {
  type ServerSort,
  type SortColumn,
  defaultSort,
  nextSort,
  sortServers,
} from '@clutch/contract/rules/servers/list/server-sort.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { withServerPopupWords } from '../../../locales/lazy-words.ts'
import { createLazyPart } from '../../../ui/loading/lazy-part.ts'
import { ReloadCover } from '../../../ui/loading/reload-cover.tsx'
import { whenIdle } from '../../../ui/loading/when-idle.ts'

interface ListSurfaceProps {
  /** D8: the old rows stay, blurred, under a spinner. */
  overlay: boolean
  sort: ServerSort
  children: ReactNode
}

/** D6: how long the fade of a re-sort takes, ms, and how far the rows travel. */
const fade = { duration: 240, easing: 'ease-out' } as const
const steps: Keyframe[] = [
  { opacity: 0.2, transform: 'translateY(0.5rem)' },
  { opacity: 1, transform: 'none' },
]

const popups = createLazyPart(() => withServerPopupWords(import('../players/player-popup.tsx')))

/** D4: the players of a server; the first view does without. */
function PlayerPopup(props: PlayerPopupProps) {
  const part = popups.usePart(props.popup !== null)
  useEffect(() => whenIdle(popups.preload), [])
  return part && <part.PlayerPopup {...props} />
}

/** Where the list lives: it fades on a re-sort and is covered while it is loaded again. */
function ListSurface({ overlay, sort, children }: ListSurfaceProps) {
  const { t } = useTranslation()
  const still = useReducedMotion()
  const content = useRef<HTMLDivElement>(null)
  const shown = useRef(sort)
  useEffect(() => {
    if (shown.current === sort) return
    shown.current = sort
    if (!still) content.current?.animate(steps, fade)
  }, [sort, still])
  return (
    <ReloadCover ref={content} covered={overlay} label={t(($) => $.servers.refreshing)} scrolls="inside">
      {children}
    </ReloadCover>
  )
}

const none: readonly Server[] = []
const showAll: Partial<ServerFilter> = { hideFull: false, hideEmpty: false, hideOffline: false }

/** The live server list, document 1 §2 (D, E). */
export function ServerListPage() {
  useLiveServers()
  const { features } = usePortal()
  const { quickJoin, filters } = features.servers.features
  const mobile = useIsMobile()
  const client = useQueryClient()
  const favourites = useFavourites()
  const view = useListView()
  const { onlyFavourites, sortBy, showFavourites } = view
  const [popup, setPopup] = useState<OpenPopup | null>(null)
  const [joining, setJoining] = useState(false)

  const all = useQuery(listQuery(allServers))
  const servers = all.data?.servers ?? none
  const { filter, known, change, reset } = useListFilter(all.data?.servers, filters)
  const lists = useMemo(
    () => ({ modes: filter.modes, maps: filter.maps, regions: filter.regions }),
    [filter.modes, filter.maps, filter.regions],
  )
  const narrowed = lists.modes.length + lists.maps.length + lists.regions.length > 0
  const some = useQuery({ ...listQuery(lists), enabled: narrowed && known })
  // Until the portal has filtered, and whenever it fails to, the page does it: the answer is the same.
  const list = (narrowed ? some.data?.servers : undefined) ?? servers

  const { rows, counts, sort } = useServerRows({
    servers: list,
    filter,
    sort: view.sort,
    only: onlyFavourites ? favourites : null,
  })
  const refresh = useRefresh(useCallback(() => refreshLists(client), [client]))
  const resetAll = useCallback(() => {
    reset()
    showFavourites(false)
  }, [reset, showFavourites])
  const closeQuickJoin = useCallback(() => setJoining(false), [])
  const openQuickJoin = useCallback(() => setJoining(true), [])
  const closePopup = useCallback(() => setPopup(null), [])
  const openPlayers = useCallback((server: Server, name: HTMLElement) => setPopup({ server, name }), [])

  // The row a popup hangs on may leave the list at any moment.
  const hangs = popup !== null && rows.some(({ id }) => id === popup.server.id)

  const head = useMemo(() => countHead(servers), [servers])
  const options = useMemo(() => learnOptions(servers), [servers])
  const failed = all.isError || (narrowed && some.isError)
  const instead = useListPlaceholder({
    loading: all.isPending,
    failed,
    mobile,
    servers,
    rows,
    favourites,
    onlyFavourites,
    resetAll,
    retry: refresh.press,
  })
  const Toolbar = mobile ? MobileToolbar : DesktopToolbar
  const footer = useMemo(
    () =>
      servers.length > 0 && (
        <ListFooter counts={counts} onShowAll={filters ? () => change(showAll) : undefined} />
      ),
    [servers.length, counts, filters, change],
  )
  const shared = { servers: rows, favourites, onPlayers: openPlayers, onScroll: closePopup, instead, footer }

  return (
    <Page>
      <ListHead
        counts={head}
        snapshot={all.data}
        refresh={refresh}
        onQuickJoin={quickJoin ? openQuickJoin : undefined}
      />
      {filters && (
        <Toolbar
          servers={servers}
          options={options}
          filter={filter}
          onFilter={change}
          onReset={resetAll}
          onlyFavourites={onlyFavourites}
          onOnlyFavourites={showFavourites}
        />
      )}
      <StaleNote snapshot={all.data} failed={failed} refresh={refresh} />
      <ListSurface overlay={refresh.overlay} sort={sort}>
        <FirstViewPart>
          {mobile ? <ServerCards {...shared} /> : <ServerTable {...shared} sort={sort} onSort={sortBy} />}
        </FirstViewPart>
      </ListSurface>
      <PlayerPopup popup={hangs ? popup : null} onClose={closePopup} />
      {quickJoin && <QuickJoin open={joining} onClose={closeQuickJoin} servers={servers} />}
    </Page>
  )
}

interface ListView {
  sort: ServerSort
  onlyFavourites: boolean
}

/** What each visit of the list was left with, by the key of its entry in the history: the way back leads to the same rows. */
const leftViews = new Map<string, ListView>()

function useListView() {
  const visit = useShownLocation(({ state }) => state.key ?? '')
  const [left] = useState(() => leftViews.get(visit))
  const [sort, setSort] = useState(left?.sort ?? defaultSort)
  const [onlyFavourites, showFavourites] = useState(left?.onlyFavourites ?? false)
  useEffect(() => void leftViews.set(visit, { sort, onlyFavourites }), [visit, sort, onlyFavourites])
  const sortBy = useCallback((column: SortColumn) => setSort((held) => nextSort(held, column)), [])
  return { sort, sortBy, onlyFavourites, showFavourites }
}

interface RowsInput {
  servers: readonly Server[]
  filter: ServerFilter
  sort: ServerSort
  /** Only these ids, when set. */
  only: ReadonlySet<string> | null
}

/**
 * The rows to show: sorted (D6), then sifted (D10–D12). Filter, sort and list are followed at low priority, so
 * typing stays smooth over thousands of servers; sorting is done again only when list or sort changed.
 */
function useServerRows(input: RowsInput) {
  const servers = useDeferredValue(input.servers)
  const filter = useDeferredValue(input.filter)
  const only = useDeferredValue(input.only)
  const deferredSort = useDeferredValue(input.sort)

  const sorted = useMemo(() => sortServers(servers, deferredSort), [servers, deferredSort])
  const { rows, counts } = useMemo(() => {
    const chosen = only === null ? sorted : sorted.filter(({ id }) => only.has(id))
    return filterRows(chosen, filter)
  }, [sorted, filter, only])

  return { rows, counts, sort: deferredSort }
}
