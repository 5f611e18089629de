import { type PublicBan, banPageSize } from '@clutch/contract/api/moderation/bans.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { useNavigate, useSearch } from '../../app/router/router-provider.tsx'
import type { BansSearch } from '../../app/routes/page-search.ts'
import { ErrorNote } from '../../app/api/failed-note.tsx'
import { clockTime, communityTimeFormat } from '../../app/time/community-time.ts'
import { IconButton } from '../../ui/buttons/button.tsx'
import { Page, PageHeader, Row, Stack } from '../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../ui/loading/skeleton.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { SearchField } from '../../ui/search/search-field.tsx'
import { Status, type StatusTone } from '../../ui/status/status-dot.tsx'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { ListFooter, Toolbar } from '../../ui/tables/toolbar.tsx'
import { Code } from '../../ui/text/text.tsx'
import { bansQuery } from './bans.queries.ts'

/** How long typing rests before it is searched for. */
const typingDelayMs = 250

/** A10: the bans of the community, for everyone. */
export function BansPage() {
  const { t } = useTranslation()
  const { find, page, typed, type, turnTo } = useBansSearch()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(bansQuery(find, page))
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / banPageSize))
  // A stale link, or bans that were removed meanwhile: the last page takes the place of this one.
  const isBeyond = data?.rows.length === 0 && !isPlaceholderData && page > pages
  useEffect(() => {
    if (isBeyond) turnTo(pages, true)
  }, [isBeyond, pages, turnTo])
  return (
    <Page>
      <PageHeader title={t(($) => $.bans.title)} facts={t(($) => $.bans.lead)} />
      <Toolbar search={<SearchField label={t(($) => $.bans.search)} value={typed} onChange={type} />} />
      <ErrorNote error={error} onRetry={() => void refetch()} retrying={isFetching} />
      {(isBeyond || (!data && !error)) && <SkeletonRows rows={6} />}
      {data?.rows.length === 0 && !isBeyond && <NoBans isSearch={find !== ''} />}
      {data && data.rows.length > 0 && <BanTable rows={data.rows} busy={isPlaceholderData} />}
      {data && data.rows.length > 0 && (
        <ListFooter count={t(($) => $.bans.count, { count: data.total })}>
          {pages > 1 && <PageTurner page={page} pages={pages} onTurn={turnTo} />}
        </ListFooter>
      )}
    </Page>
  )
}

/** Search and page are in the address, so that a link and the way back show the same. */
function useBansSearch() {
  const { find = '', page = '' } = useSearch()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(find)
  const [known, setKnown] = useState(find)
  if (known !== find) {
    setKnown(find)
    setTyped(find)
  }
  const show = useCallback(
    (search: BansSearch, replace: boolean) =>
      void navigate({ to: '.', search: (held) => ({ ...held, ...search }), replace, resetScroll: false }),
    [navigate],
  )
  const turnTo = useCallback(
    (to: number, replace = false) => show({ page: to === 1 ? undefined : String(to) }, replace),
    [show],
  )
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === find) return
    const timer = setTimeout(() => {
      // What was typed stays as it is: only its end may be a space.
      setKnown(wanted)
      show({ find: wanted === '' ? undefined : wanted, page: undefined }, true)
    }, typingDelayMs)
    return () => clearTimeout(timer)
  }, [typed, find, show])
  return { find, page: clampPage(page), typed, type: setTyped, turnTo }
}

function clampPage(text: string): number {
  return Math.min(10_000, Math.max(1, Number.parseInt(text, 10) || 1))
}

function NoBans({ isSearch }: { isSearch: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState icon="lock" title={isSearch ? t(($) => $.bans.notFound) : t(($) => $.bans.none)}>
      {isSearch ? t(($) => $.bans.notFoundNext) : t(($) => $.bans.noneNext)}
    </EmptyState>
  )
}

const tones: Record<PublicBan['state'], StatusTone> = { active: 'bad', expired: 'muted', lifted: 'good' }

function BanTable({ rows, busy }: { rows: readonly PublicBan[]; busy: boolean }) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t(($) => $.bans.title)}
      rows={rows}
      busy={busy}
      keyOf={({ steamId, created }) => `${steamId} ${created}`}
      columns={[
        {
          id: 'player',
          title: t(($) => $.bans.player),
          cell: ({ name, steamId }) => (
            <Stack gap="xs">
              {name !== '' && <span>{name}</span>}
              <Code>{steamId}</Code>
            </Stack>
          ),
        },
        { id: 'reason', title: t(($) => $.bans.reason), cell: ({ reason }) => reason, grow: true },
        {
          id: 'state',
          title: t(($) => $.bans.state),
          cell: ({ state }) => <Status tone={tones[state]}>{t(($) => $.bans.states[state])}</Status>,
        },
        { id: 'created', title: t(($) => $.bans.created), cell: ({ created }) => formatTime(created) },
        {
          id: 'expires',
          title: t(($) => $.bans.expires),
          cell: ({ expires }) => (expires === null ? t(($) => $.bans.permanent) : formatTime(expires)),
        },
      ]}
    />
  )
}

function formatTime(ms: number): string {
  const day = communityTimeFormat('sv', { year: 'numeric', month: '2-digit', day: '2-digit', ...clockTime })
  return day.format(ms)
}

interface PageTurnerProps {
  page: number
  pages: number
  onTurn: (page: number) => void
}

function PageTurner({ page, pages, onTurn }: PageTurnerProps) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t(($) => $.bans.pages)}>
      <Row gap="s">
        <IconButton
          icon="back"
          size="sm"
          label={t(($) => $.bans.previous)}
          disabled={page <= 1}
          onClick={() => onTurn(page - 1)}
        />
        <span>{t(($) => $.bans.page, { page, pages })}</span>
        <IconButton
          icon="next"
          size="sm"
          label={t(($) => $.bans.next)}
          disabled={page >= pages}
          onClick={() => onTurn(page + 1)}
        />
      </Row>
    </nav>
  )
}
