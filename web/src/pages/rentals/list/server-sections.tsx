import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { clockTime, communityTimeFormat } from '../../../app/time/community-time.ts'
import { useErrorText } from '../../../app/api/error-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { rentalCardPx } from '../../../ui/layout/layout-sizes.ts'
import { Note } from '../../../ui/messages/note.tsx'
import { ServerCard } from '../card/server-card.tsx'
import { groupByExpiry } from '../rental-state.ts'
import type { OpenServerDialog } from '../open-dialog.ts'
import { usePortalNow } from '../portal-clock.ts'
import styles from './list.module.css'
import { loadingDelayMs } from '../../../ui/loading/loading-delay.ts'
import { useDelay } from '../../../ui/state/use-delay.ts'

interface ServerSectionsProps {
  result: UseQueryResult<RentalView[]>
  onCreate: () => void
  onOpen: OpenServerDialog
}

/** G3: The active servers, then the expired ones; loaded data remains when the portal does not answer. */
export function ServerSections({ result, onCreate, onOpen }: ServerSectionsProps) {
  const { data, error } = result
  if (data === undefined) {
    return error === null ? (
      <Cards>
        <CardSkeletons />
      </Cards>
    ) : (
      <FetchFailed result={result} />
    )
  }
  return (
    <>
      {error !== null && <StaleNote result={result} />}
      {data.length === 0 ? <NoServers onCreate={onCreate} /> : <Sections servers={data} onOpen={onOpen} />}
    </>
  )
}

function Sections({ servers, onOpen }: { servers: readonly RentalView[]; onOpen: OpenServerDialog }) {
  const { t } = useTranslation()
  const now = usePortalNow()
  const { active, expired } = groupByExpiry(servers, now)
  const card = (server: RentalView) => (
    <ServerCard key={server.instance_id} server={server} now={now} onOpen={onOpen} />
  )
  return (
    <>
      {active.length > 0 ? (
        <Cards>{active.map(card)}</Cards>
      ) : (
        <div className={styles.frame}>
          <EmptyState icon="target" title={t(($) => $.practice.mine.noneActive)}>
            {t(($) => $.practice.mine.noneActiveNext)}
          </EmptyState>
        </div>
      )}
      {expired.length > 0 && (
        <section className={styles.section} aria-label={t(($) => $.practice.mine.expired)}>
          <header className={styles.head}>
            <h2 className={styles.title}>
              {t(($) => $.practice.mine.expired)} <small>{expired.length}</small>
            </h2>
            <span className={styles.hint}>{t(($) => $.practice.mine.expiredHint)}</span>
          </header>
          <Cards>{expired.map(card)}</Cards>
        </section>
      )}
    </>
  )
}

/** Two cards side by side where they fit, each of 500 px at most; one below the other on a phone. */
export function Cards({ children }: { children: ReactNode }) {
  const width = { '--card': `${rentalCardPx}px` } as CSSProperties
  return (
    <div className={styles.cards} style={width}>
      {children}
    </div>
  )
}

function NoServers({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.frame}>
      <EmptyState
        icon="target"
        title={t(($) => $.practice.mine.none)}
        action={
          <Button variant="primary" icon="plus" aria-haspopup="dialog" onClick={onCreate}>
            {t(($) => $.practice.mine.newServer)}
          </Button>
        }
      >
        {t(($) => $.practice.mine.noneNext)}
      </EmptyState>
    </div>
  )
}

/** G22: the servers could not be loaded, why, and once more. */
function FetchFailed({ result }: { result: UseQueryResult<RentalView[]> }) {
  const { t } = useTranslation()
  const words = useErrorText()
  return (
    <div className={styles.frame} role="alert">
      <EmptyState
        icon="warning"
        title={t(($) => $.practice.mine.fetchFailed)}
        action={
          <Button submitting={result.isFetching} onClick={() => void result.refetch()}>
            {t(($) => $.common.retry)}
          </Button>
        }
      >
        {words(result.error)}
      </EmptyState>
    </div>
  )
}

/** Shows how old the data is. */
function StaleNote({ result }: { result: UseQueryResult<RentalView[]> }) {
  const { t, i18n } = useTranslation()
  const time = communityTimeFormat(i18n.language, clockTime).format(result.dataUpdatedAt)
  return (
    <Note
      tone="busy"
      action={
        <Button size="sm" submitting={result.isFetching} onClick={() => void result.refetch()}>
          {t(($) => $.common.retry)}
        </Button>
      }
    >
      {t(($) => $.practice.mine.stale, { time })}
    </Note>
  )
}

/** Cards of the final height while the servers are on their way; nothing for the first 300 ms. */
function CardSkeletons() {
  const { t } = useTranslation()
  const shown = useDelay(loadingDelayMs)
  const card = (
    <div className={styles.skeleton}>
      <span className={styles.skeletonTile} />
      <span className={styles.skeletonWord} />
      <span className={styles.skeletonBar} />
    </div>
  )
  return (
    <output className={styles.loading} aria-label={t(($) => $.common.loading)}>
      {shown && (
        <>
          {card}
          {card}
        </>
      )}
    </output>
  )
}
