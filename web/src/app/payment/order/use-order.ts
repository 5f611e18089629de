import { paymentCheckIntervalMs } from '@clutch/contract/limits.ts'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { logError } from '../../errors/log-error.ts'
import { checkAtProvider, orderQuery } from './payment.queries.ts'
import type { TimedOrder } from './timed-order.ts'

/**
 * H4, H5: Polls an order every 10 s while it is pending, and checks it at the provider when the user returns
 * to the page.
 */
export function useOrder(steamId: string, id: string): UseQueryResult<TimedOrder> {
  const client = useQueryClient()
  const result = useQuery(orderQuery(steamId, id))
  const open = result.data?.status === 'open'
  useEffect(() => {
    if (!open) return
    const stop = onPageReturn(() => {
      checkAtProvider(client, steamId, id).catch((error: unknown) => logError('asking the provider', error))
    })
    return stop
  }, [client, steamId, id, open])
  return result
}

/** Calls when the page is looked at again, at most every 3 s. Returns how to stop. */
function onPageReturn(look: () => void): () => void {
  let last = -Infinity
  const back = () => {
    const now = performance.now()
    if (document.visibilityState === 'hidden' || now - last < paymentCheckIntervalMs) return
    last = now
    look()
  }
  const listening = new AbortController()
  addEventListener('focus', back, listening)
  document.addEventListener('visibilitychange', back, listening)
  return () => listening.abort()
}
