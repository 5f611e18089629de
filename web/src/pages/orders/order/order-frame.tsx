import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { PageLink } from '../../../app/navigation/page-link.tsx'
import type { TimedOrder } from '../../../app/payment/order/timed-order.ts'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'

interface OrderFrameProps {
  result: UseQueryResult<TimedOrder>
  children: (order: TimedOrder) => ReactNode
}

/** What needs one order: it is loaded first; one that is not there, or not one's own, is said to be missing. */
export function OrderFrame({ result: { data, error, isFetching, refetch }, children }: OrderFrameProps) {
  const { t } = useTranslation()
  if (data !== undefined) {
    return (
      <>
        <ErrorNote error={error} retrying={isFetching} onRetry={() => void refetch()} />
        {children(data)}
      </>
    )
  }
  if (error === null) return <SkeletonRows rows={4} />
  // An address without a valid id has no order either.
  const missing = error instanceof ApiError && ['order.not_found', 'request.invalid'].includes(error.code)
  if (!missing) return <ErrorNote error={error} retrying={isFetching} onRetry={() => void refetch()} />
  return (
    <EmptyState
      icon="rules"
      title={t(($) => $.payment.orders.notFound)}
      action={<PageLink to="/orders">{t(($) => $.payment.orders.toList)}</PageLink>}
    >
      {t(($) => $.payment.orders.notFoundNext)}
    </EmptyState>
  )
}
