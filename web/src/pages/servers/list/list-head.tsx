import { memo } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useNow } from '../../../app/time/use-now.ts'
import { Button, IconButton } from '../../../ui/buttons/button.tsx'
import { Emphasised } from '../../../ui/text/emphasised.tsx'
import { PageHeader } from '../../../ui/layout/layout.tsx'
import { StatusDot } from '../../../ui/status/status-dot.tsx'
import { useIsMobile } from '../../../ui/state/use-media-query.ts'
import { getConfirmedAt, type Snapshot } from '../live/snapshot.ts'
import type { HeadCounts } from './list-counts.ts'
import styles from './list-head.module.css'
import type { useRefresh } from './use-refresh.ts'

interface ListHeadProps {
  counts: HeadCounts
  /** The shown data; absent before the first load. */
  snapshot: Snapshot | undefined
  refresh: ReturnType<typeof useRefresh>
  /** Absent: quick join is switched off (E4). */
  onQuickJoin: (() => void) | undefined
}

/** The title, the current activity, and the two actions. */
export const ListHead = memo(function ListHead({ counts, snapshot, refresh, onQuickJoin }: ListHeadProps) {
  const { t } = useTranslation()
  const mobile = useIsMobile()
  return (
    <PageHeader
      title={t(($) => $.servers.title)}
      // The line keeps its height while the list is on its way.
      facts={snapshot === undefined ? <span>{'\u00a0'}</span> : <Facts counts={counts} snapshot={snapshot} />}
      actions={
        <>
          <RefreshButton refresh={refresh} square={mobile} />
          {onQuickJoin && <QuickJoinButton square={mobile} onClick={onQuickJoin} />}
        </>
      }
    />
  )
})

function Facts({ counts, snapshot }: { counts: HeadCounts; snapshot: Snapshot }) {
  const { t } = useTranslation()
  const mobile = useIsMobile()
  const { players, online, total, regions } = counts
  return (
    <>
      <span className={styles.players}>
        <StatusDot pulse={false} />
        <span>
          <Emphasised
            text={
              mobile
                ? t(($) => $.servers.playersOnlineShort, { count: players })
                : t(($) => $.servers.playersOnline, { count: players })
            }
          />
        </span>
      </span>
      <span>
        <Emphasised
          text={
            mobile
              ? t(($) => $.servers.onlineShort, { online, total })
              : t(($) => $.servers.online, { online, total })
          }
        />
      </span>
      {!mobile && <span>{t(($) => $.servers.regionCount, { count: regions })}</span>}
      <Updated snapshot={snapshot} />
    </>
  )
}

/** "updated 3 s ago", counting by itself. */
function Updated({ snapshot }: { snapshot: Snapshot }) {
  const { t } = useTranslation()
  const now = useNow()
  const seconds = Math.floor((now - getConfirmedAt(snapshot, now)) / 1000)
  if (seconds < 1) return <span>{t(($) => $.servers.updatedNow)}</span>
  if (seconds < 120) return <span>{t(($) => $.servers.updatedSeconds, { seconds })}</span>
  return <span>{t(($) => $.servers.updatedMinutes, { minutes: Math.floor(seconds / 60) })}</span>
}

function QuickJoinButton({ square, onClick }: { square: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  const words = t(($) => $.servers.quickJoin.open)
  const shared = { variant: 'primary', icon: 'bolt', onClick } as const
  return square ? <IconButton {...shared} label={words} /> : <Button {...shared}>{words}</Button>
}

/** D8. */
function RefreshButton({ refresh, square }: { refresh: ListHeadProps['refresh']; square: boolean }) {
  const { t } = useTranslation()
  const words = t(($) => $.servers.refresh)
  const title =
    refresh.secondsLeft > 0 ? t(($) => $.servers.refreshIn, { seconds: refresh.secondsLeft }) : undefined
  const shared = {
    icon: 'refresh',
    submitting: refresh.loading,
    // Not `disabled`: it would lose the focus of a keyboard.
    'aria-disabled': refresh.disabled || undefined,
    title,
    onClick: refresh.press,
  } as const
  if (square) return <IconButton {...shared} label={words} tooltip={null} />
  return <Button {...shared}>{words}</Button>
}
