import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ApiError } from '../../../app/api-error.ts'
import { FailedNote } from '../../../app/failed-note.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { ConsoleLink } from '../kit/console-link.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import type { ConsolePageProps } from '../pages.ts'
import { LeaseActs } from './lease/acts.tsx'
import { LeaseFacts } from './lease/facts.tsx'
import { History } from './lease/history.tsx'
import { Places } from './lease/places.tsx'
import styles from './lease-page.module.css'
import { leaseQuery, type LeaseFile } from './rentals.queries.ts'

/** J, G19: one rented server: what it is, what can be done with it, where it stood, and what happened, as it happens. */
export function LeasePage({ id }: ConsolePageProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(leaseQuery(id))
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <Missing />
  return (
    <ConsolePage
      title={data?.lease.instance_name ?? id}
      facts={<ConsoleLink to="rentals">{t(($) => $.adminRentals.lease.back)}</ConsoleLink>}
    >
      {data && <LeaseActs file={data} />}
      {error !== null && <FailedNote error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data ? <Whole file={data} /> : error === null && <SkeletonRows rows={8} />}
    </ConsolePage>
  )
}

function Whole({ file }: { file: LeaseFile }) {
  return (
    <>
      <div className={styles.columns}>
        <LeaseFacts file={file} />
        <History lines={file.history} />
      </div>
      <Places places={file.instances} current={file.lease.generation} />
    </>
  )
}

function Missing() {
  const { t } = useTranslation()
  return (
    <ConsolePage title={t(($) => $.adminRentals.lease.missing)}>
      <EmptyState
        icon="search"
        title={t(($) => $.adminRentals.lease.missing)}
        action={<ConsoleLink to="rentals">{t(($) => $.adminRentals.lease.back)}</ConsoleLink>}
      />
    </ConsolePage>
  )
}
