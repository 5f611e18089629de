import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Dialog, type DialogProps } from '../../../ui/dialogs/dialog.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { useTask } from '../../api/use-task.ts'
import { InDialogContext } from './dialog-context.ts'
import { cancelPurchase } from './leave-purchase.ts'
import { Purchase, type PurchaseProps } from './purchase.tsx'
import styles from './purchase-dialog.module.css'

interface PurchaseDialogProps extends Omit<PurchaseProps, 'onPaying'> {
  title: string
  /** Called after closing: the parent removes it, and its state is lost. */
  onClose: () => void
  initialFocus?: DialogProps['initialFocus']
}

/**
 * H2–H8: a purchase in a dialog of its own; while it is paid the method is its title. Closed, it gives up the open order first
 * (H8); where that was paid meanwhile it stays, and shows it as paid.
 */
export function PurchaseDialog({ title, onClose, initialFocus, ...purchase }: PurchaseDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [paying, setPaying] = useState<PaymentMethod | null>(null)
  // Each round reads the stored order again.
  const [round, setRound] = useState(0)
  const closing = useTask()
  const leave = async () => {
    const paid = await cancelPurchase(client, purchase.storageKey)
    if (paid === null) onClose()
    else setRound(round + 1)
  }
  return (
    <Dialog
      flush
      width="l"
      open
      title={paying === null ? title : t(($) => $.payment.methods[paying])}
      initialFocus={initialFocus}
      onClose={() => void closing.run(leave)}
    >
      <div className={styles.place} inert={closing.busy} aria-busy={closing.busy}>
        <InDialogContext value={true}>
          <Purchase key={round} {...purchase} onPaying={setPaying} />
        </InDialogContext>
      </div>
      {closing.busy && (
        <div className={styles.leaving}>
          <Spinner size="l" label={t(($) => $.payment.leaving)} />
        </div>
      )}
    </Dialog>
  )
}
