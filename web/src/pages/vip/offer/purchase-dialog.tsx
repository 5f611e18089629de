import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { readSavedOrder } from '../../../app/payment/order/saved-order.ts'
import { cancelPurchase } from '../../../app/payment/purchase/leave-purchase.ts'
import { usePortal } from '../../../app/portal/portal-context.ts'
import { useTask } from '../../../app/api/use-task.ts'
import { announceVipStatusChange } from '../../../app/account/vip-status.queries.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { readFrameMessage, type FrameMessage } from '../frame-messages.ts'
import { orderStorageName } from '../order-storage-name.ts'
import { PurchaseFrame } from './purchase-frame.tsx'
import { buildSubscribeUrl } from './subscribe-address.ts'

interface PurchaseDialogProps {
  user: Identity
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * F2: the purchase page in a dialog. An order that is still open is given up first when it closes (H8); where it was paid
 * meanwhile the dialog stays and the page shows it. Afterwards the VIP status is asked again (F6).
 */
export function PurchaseDialog({ user, open, onOpenChange }: PurchaseDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const portal = usePortal()
  const external = portal.vip.subscribeUrl !== null
  const [light, setLight] = useState(false)
  // Each round loads the page again; `drawn` is the last round that reported itself ready.
  const [round, setRound] = useState(0)
  const [drawn, setDrawn] = useState(-1)
  const frame = useRef<HTMLIFrameElement>(null)
  const closing = useTask()
  const leave = async () => {
    if (!external && (await cancelPurchase(client, orderStorageName)) !== null) return setRound(round + 1)
    onOpenChange(false)
    setDrawn(-1)
    announceVipStatusChange()
  }
  const close = () => void closing.run(leave)
  const resume = useEffectEvent(() => {
    if (!external && readSavedOrder(orderStorageName, user.steamId) !== null) onOpenChange(true)
  })
  useEffect(() => resume(), [])
  useFrameMessages(frame, (word) => {
    if (word === 'ready') setDrawn(round)
    else if (word === 'close') close()
    else announceVipStatusChange()
  })
  return (
    <Dialog
      framing
      width="l"
      open={open}
      onClose={close}
      title={t(($) => $.vip.purchase.title)}
      tools={
        <Button variant="ghost" icon={light ? 'moon' : 'sun'} onClick={() => setLight(!light)}>
          {light ? t(($) => $.vip.purchase.toDark) : t(($) => $.vip.purchase.toLight)}
        </Button>
      }
    >
      <PurchaseFrame
        key={round}
        frame={frame}
        address={buildSubscribeUrl(portal, user)}
        external={external}
        light={light}
        drawn={external || drawn === round}
        leaving={closing.busy}
      />
    </Dialog>
  )
}

/** Listens to messages from the page in the frame. */
function useFrameMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  hear: (word: FrameMessage) => void,
): void {
  const listen = useEffectEvent((event: MessageEvent<unknown>) => {
    const word = readFrameMessage(event, frame.current?.contentWindow ?? null, location.origin)
    if (word !== null) hear(word)
  })
  useEffect(() => {
    const listening = new AbortController()
    addEventListener('message', (event: MessageEvent<unknown>) => listen(event), { signal: listening.signal })
    return () => listening.abort()
  }, [])
}
