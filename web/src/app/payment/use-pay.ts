import type { PaymentMethod } from '@clutch/contract/rules/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction, type Action } from '../use-action.ts'
import { isPhone, openPayWindow, opensByItself } from './pay-window.ts'
import { createPlacing } from './placing.ts'
import { orderOf, type Wanted } from './wanted.ts'

interface PayInput {
  wanted: Wanted
  method: PaymentMethod
  coupon: string | null
  /** What the buyer sees that it costs, minor units; null where they see nothing. */
  amount: number | null
}

interface Paying {
  kept: string
  /** SteamID64 of the buyer. */
  steamId: string
  onOrdered: (id: string) => void
}

/** H2, H4: orders and begins to pay; the provider's window is opened in the press itself, or the browser would block it. */
export function usePay({ kept, steamId, onOrdered }: Paying): Action<PayInput> {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [placing] = useState(() => createPlacing(client, steamId, kept))
  return useAction(async ({ wanted, method, coupon, amount }: PayInput) => {
    const phone = isPhone()
    const waiting =
      method !== 'wechat' && opensByItself(method, phone)
        ? openPayWindow(t(($) => $.payment.opening[method]))
        : null
    try {
      const order = { ...orderOf(wanted, method, coupon), ...(amount !== null && { amount }) }
      const { id, url } = await placing.place({ order, method, device: phone ? 'mobile' : 'desktop' })
      if (url === null) waiting?.close()
      else waiting?.goTo(url)
      onOrdered(id)
    } catch (error) {
      waiting?.close()
      throw error
    }
  })
}
