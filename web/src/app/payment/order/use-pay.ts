import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useAction } from '../../api/use-action.ts'
import { isPhone, openPayWindow, opensAutomatically } from '../paying/pay-window.ts'
import { createOrderPlacer } from './place-order.ts'
import { toOrderRequest, type PurchaseItem } from '../purchase/purchase-item.ts'

interface PayInput {
  wanted: PurchaseItem
  method: PaymentMethod
  coupon: string | null
  /** What the buyer sees that it costs, minor units; null where they see nothing. */
  amount: number | null
}

interface PayOptions {
  storageKey: string
  /** SteamID64 of the buyer. */
  steamId: string
  onOrdered: (id: string) => void
}

interface Pay {
  run: (input: PayInput) => Promise<boolean>
  busy: boolean
  /** Why ordering just this did not work the last time; null once something of it is changed. */
  errorOf: (input: PayInput) => unknown
}

/** H2, H4: orders and begins to pay; the provider's window is opened in the press itself, or the browser would block it. */
export function usePay({ storageKey, steamId, onOrdered }: PayOptions): Pay {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [placing] = useState(() => createOrderPlacer(client, steamId, storageKey))
  const [last, setLast] = useState<string | null>(null)
  const { run, busy, error } = useAction(async ({ wanted, method, coupon, amount }: PayInput) => {
    const phone = isPhone()
    const waiting =
      method !== 'wechat' && opensAutomatically(method, phone)
        ? openPayWindow(t(($) => $.payment.opening[method]))
        : null
    try {
      const order = { ...toOrderRequest(wanted, method, coupon), ...(amount !== null && { amount }) }
      const { id, url } = await placing.place({ order, method, device: phone ? 'mobile' : 'desktop' })
      if (url === null) waiting?.close()
      else waiting?.goTo(url)
      onOrdered(id)
    } catch (error) {
      waiting?.close()
      throw error
    }
  })
  return {
    run: (input) => {
      setLast(keyOfInput(input))
      return run(input)
    },
    busy,
    errorOf: (input) => (keyOfInput(input) === last ? error : null),
  }
}

/** Returns a key for what an input would order, to distinguish inputs; the price is not part of it. */
function keyOfInput({ wanted, method, coupon }: PayInput): string {
  return JSON.stringify(toOrderRequest(wanted, method, coupon))
}
