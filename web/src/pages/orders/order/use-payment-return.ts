import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { checkAtProvider } from '../../../app/payment/order/payment.queries.ts'
import type { TimedOrder } from '../../../app/payment/order/timed-order.ts'
import { logError } from '../../../app/errors/log-error.ts'
import { isPaymentReturn } from './is-payment-return.ts'

interface PaymentReturn {
  /** The provider is being asked how it stands. */
  asking: boolean
  /** The money arrived while this page was open, or somebody comes from paying. */
  paidHere: boolean
}

/** H5: whoever arrives at an open order may just have paid it: the provider is asked at once, not only at the next poll. */
export function usePaymentReturn(steamId: string, order: TimedOrder): PaymentReturn {
  const client = useQueryClient()
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const [openAtFirst] = useState(order.status === 'open')
  const [returned] = useState(() => isPaymentReturn(query))
  const [asking, setAsking] = useState(openAtFirst)
  const asked = useRef(false)
  const { id } = order
  useEffect(() => {
    if (!openAtFirst || asked.current) return
    asked.current = true
    checkAtProvider(client, steamId, id)
      .catch((error: unknown) => logError('asking the provider', error))
      .finally(() => setAsking(false))
  }, [client, steamId, id, openAtFirst])
  return { asking, paidHere: order.status === 'paid' && (openAtFirst || returned) }
}
