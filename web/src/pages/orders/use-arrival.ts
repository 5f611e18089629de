import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { lookAtProvider } from '../../app/payment/payment.queries.ts'
import type { SeenOrder } from '../../app/payment/seen-order.ts'
import { report } from '../../app/report.ts'
import { isReturn } from './is-return.ts'

interface Arrival {
  /** The provider is being asked how it stands. */
  asking: boolean
  /** The money arrived while this page was open, or somebody comes from paying. */
  paidHere: boolean
}

/** H5: whoever arrives at an open order may just have paid it: the provider is asked at once, not only at the next poll. */
export function useArrival(steamId: string, order: SeenOrder): Arrival {
  const client = useQueryClient()
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const [openAtFirst] = useState(order.status === 'open')
  const [returned] = useState(() => isReturn(query))
  const [asking, setAsking] = useState(openAtFirst)
  const asked = useRef(false)
  const { id } = order
  useEffect(() => {
    if (!openAtFirst || asked.current) return
    asked.current = true
    lookAtProvider(client, steamId, id)
      .catch((error: unknown) => report('asking the provider', error))
      .finally(() => setAsking(false))
  }, [client, steamId, id, openAtFirst])
  return { asking, paidHere: order.status === 'paid' && (openAtFirst || returned) }
}
