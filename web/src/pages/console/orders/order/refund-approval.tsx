import { operatorApproveRefund, type OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
import { Permitted } from '../../kit/permitted.tsx'
import { formatProviderMoney } from '../money-text.ts'
import { approveRefund, declineRefund } from '../orders.queries.ts'

type Request = NonNullable<OrderDetails['refundRequest']>

/** A refund that waits for a second operator: the others approve or decline it, the one who requested it withdraws it. */
export function RefundApproval({
  orderId,
  request,
  isOwn,
}: {
  orderId: string
  request: Request
  /** Whether the operator requested it. */
  isOwn: boolean
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useConfirmation()
  const amount = formatProviderMoney(request.amount, request.currency)
  const name =
    request.by === 'operator'
      ? t(($) => $.adminOrders.back.byToken)
      : [request.byName, request.by].filter((text) => text !== '').join(' ')
  const decline = useAction(async () => {
    await declineRefund(client, orderId)
    showToast({ tone: 'good', title: t(($) => $.adminOrders.approval.declined) })
  })
  const approve = () =>
    ask({
      title: t(($) => $.adminOrders.approval.approveTitle, { amount }),
      message: t(($) => $.adminOrders.approval.approveText),
      action: t(($) => $.adminOrders.approval.approve),
      run: async () => {
        await approveRefund(client, orderId)
        showToast({ tone: 'good', title: t(($) => $.adminOrders.approval.approved), detail: amount })
      },
    })
  return (
    <Stack gap="s">
      <Note tone="busy">
        {t(($) => $.adminOrders.approval.waiting, { name, amount, reason: request.reason })}
      </Note>
      <ErrorNote error={decline.error} />
      <Permitted call={operatorApproveRefund}>
        <Row gap="s" wrap>
          <Button
            variant="primary"
            disabledReason={isOwn ? t(($) => $.adminOrders.approval.own) : undefined}
            onClick={approve}
          >
            {t(($) => $.adminOrders.approval.approve)}
          </Button>
          <Button submitting={decline.busy} onClick={() => void decline.run()}>
            {isOwn ? t(($) => $.adminOrders.approval.withdraw) : t(($) => $.adminOrders.approval.decline)}
          </Button>
        </Row>
      </Permitted>
      {asking}
    </Stack>
  )
}
