import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { ApiError } from '../../../../app/api/api-error.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { EmptyState } from '../../../../ui/messages/empty-state.tsx'
import { SkeletonRows } from '../../../../ui/loading/skeleton.tsx'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { ConsolePage } from '../../kit/console-page.tsx'
import type { ConsolePageProps } from '../../console-pages.ts'
import { RentalActions } from './rental-actions.tsx'
import { RentalPlayers } from './rental-players.tsx'
import { RentalFacts } from './rental-facts.tsx'
import { RentalHistory } from './rental-history.tsx'
import { InstancesTable } from './instances-table.tsx'
import styles from './rental-page.module.css'
import { rentalQuery, type RentalFile } from '../rentals.queries.ts'

/** J, G19: One rented server: its details, its actions, its instances, and its history, updated live. */
export function RentalPage({ id }: ConsolePageProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(rentalQuery(id))
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <RentalMissing />
  return (
    <ConsolePage
      title={data?.rental.instance_name ?? id}
      facts={<ConsoleLink to="rentals">{t(($) => $.adminRentals.rental.back)}</ConsoleLink>}
    >
      {data && <RentalActions file={data} />}
      {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data ? <RentalDetails file={data} /> : error === null && <SkeletonRows rows={8} />}
    </ConsolePage>
  )
}

function RentalDetails({ file }: { file: RentalFile }) {
  return (
    <>
      <div className={styles.columns}>
        <RentalFacts file={file} />
        <RentalHistory lines={file.history} />
      </div>
      <RentalPlayers rental={file.rental} />
      <InstancesTable places={file.instances} current={file.rental.generation} />
    </>
  )
}

function RentalMissing() {
  const { t } = useTranslation()
  return (
    <ConsolePage title={t(($) => $.adminRentals.rental.missing)}>
      <EmptyState
        icon="search"
        title={t(($) => $.adminRentals.rental.missing)}
        action={<ConsoleLink to="rentals">{t(($) => $.adminRentals.rental.back)}</ConsoleLink>}
      />
    </ConsolePage>
  )
}
