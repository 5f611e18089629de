import { operatorListOrders } from '@clutch/contract/api/payments/operator-orders.ts'
import { operatorListRentals } from '@clutch/contract/api/rentals/operator-rentals.ts'
import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { DataTable } from '../../../../ui/tables/data-table.tsx'
import { EmptyState } from '../../../../ui/messages/empty-state.tsx'
import { Panel } from '../../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../../ui/loading/skeleton.tsx'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { Permitted } from '../../kit/permitted.tsx'
import { userRentalsQuery, userOrdersQuery } from '../users.queries.ts'

/** A user's latest orders and rentals, with links to all of them. */
export function UserPurchases({ steamId }: { steamId: string }) {
  return (
    <>
      <Permitted call={operatorListOrders}>
        <Orders steamId={steamId} />
      </Permitted>
      <Permitted call={operatorListRentals}>
        <Rentals steamId={steamId} />
      </Permitted>
    </>
  )
}

function Orders({ steamId }: { steamId: string }) {
  const { t, i18n } = useTranslation()
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  const { data, error, isFetching, refetch } = useQuery(userOrdersQuery(steamId))
  return (
    <Latest
      title={t(($) => $.adminUsers.orders)}
      none={t(($) => $.adminUsers.noOrders)}
      total={data?.total}
      all={
        <ConsoleLink to="orders" query={{ find: steamId }}>
          {t(($) => $.adminUsers.all)}
        </ConsoleLink>
      }
      failed={
        error !== null && <ErrorNote error={error} onRetry={() => void refetch()} retrying={isFetching} />
      }
    >
      <DataTable
        flush
        label={t(($) => $.adminUsers.orders)}
        rows={data?.rows ?? []}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'number',
            title: t(($) => $.adminUsers.number),
            cell: ({ id, number }) => <ConsoleLink to={`orders/${id}`}>{number}</ConsoleLink>,
          },
          {
            id: 'what',
            title: t(($) => $.adminUsers.what),
            cell: ({ description }) => description[language],
            grow: true,
          },
          {
            id: 'amount',
            title: t(($) => $.adminUsers.amount),
            cell: ({ amount, currency }) => formatMoney(amount, currency),
            end: true,
          },
          { id: 'paid', title: t(($) => $.adminUsers.paid), cell: ({ paid }) => formatConsoleTime(paid) },
        ]}
      />
    </Latest>
  )
}

function Rentals({ steamId }: { steamId: string }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(userRentalsQuery(steamId))
  return (
    <Latest
      title={t(($) => $.adminUsers.rentals)}
      none={t(($) => $.adminUsers.noRentals)}
      total={data?.total}
      all={
        <ConsoleLink to="rentals" query={{ find: steamId }}>
          {t(($) => $.adminUsers.all)}
        </ConsoleLink>
      }
      failed={
        error !== null && <ErrorNote error={error} onRetry={() => void refetch()} retrying={isFetching} />
      }
    >
      <DataTable
        flush
        label={t(($) => $.adminUsers.rentals)}
        rows={data?.rows ?? []}
        keyOf={({ instance_id: number }) => number}
        columns={[
          {
            id: 'number',
            title: t(($) => $.adminUsers.number),
            cell: ({ instance_id: number }) => <ConsoleLink to={`rentals/${number}`}>{number}</ConsoleLink>,
          },
          {
            id: 'name',
            title: t(($) => $.adminUsers.name),
            cell: ({ instance_name: name }) => name,
            grow: true,
          },
          {
            id: 'ends',
            title: t(($) => $.adminUsers.ends),
            cell: ({ expires }) => formatConsoleTime(expires),
          },
        ]}
      />
    </Latest>
  )
}

interface LatestProps {
  title: string
  none: string
  /** How many there are in all; undefined while that is not known. */
  total: number | undefined
  all: ReactNode
  failed: ReactNode
  children: ReactNode
}

function Latest({ title, none, total, all, failed, children }: LatestProps) {
  return (
    <Panel
      title={total === undefined ? title : `${title} ${total}`}
      padded={false}
      action={total ? all : undefined}
    >
      {failed}
      {total === undefined ? (
        !failed && <SkeletonRows rows={2} />
      ) : total === 0 ? (
        <EmptyState icon="dash" title={none} />
      ) : (
        children
      )}
    </Panel>
  )
}
