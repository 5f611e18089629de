import { useQuery } from '@tanstack/react-query'
import { useParams } from '../../../app/router/router-provider.tsx'
import { createPortal } from 'react-dom'
import { useTranslation } from '../../../locales/translate.ts'
import { BackLink } from '../../../app/navigation/page-link.tsx'
import { methodsQuery } from '../../../app/payment/order/payment.queries.ts'
import type { TimedOrder } from '../../../app/payment/order/timed-order.ts'
import { useOrder } from '../../../app/payment/order/use-order.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Page, Row } from '../../../ui/layout/layout.tsx'
import { PageTitle } from '../../../ui/text/page-title.tsx'
import { OrderFrame } from '../order/order-frame.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import styles from './receipt.module.css'
import { RequireSignIn } from '../require-sign-in.tsx'

/** The printable receipt of a paid order: black on white, without the page frame. */
export function ReceiptPage() {
  const { t } = useTranslation()
  const { id } = useParams('/orders/$id/receipt')
  return (
    <Page measured>
      <PageTitle>{t(($) => $.payment.receipt.title)}</PageTitle>
      <div>
        <BackLink to="/orders/$id" params={{ id }}>
          {t(($) => $.payment.receipt.back)}
        </BackLink>
      </div>
      <RequireSignIn>
        {(steamId) => <UserReceipt key={steamId + id} steamId={steamId} id={id} />}
      </RequireSignIn>
    </Page>
  )
}

function UserReceipt({ steamId, id }: { steamId: string; id: string }) {
  const result = useOrder(steamId, id)
  return <OrderFrame result={result}>{(order) => <Receipt order={order} />}</OrderFrame>
}

function Receipt({ order }: { order: TimedOrder }) {
  const { t } = useTranslation()
  const methods = useQuery(methodsQuery)
  if (order.paid === null) return <EmptyState icon="rules" title={t(($) => $.payment.receipt.notPaid)} />
  const sheet = (
    <ReceiptSheet
      order={order}
      paid={order.paid}
      emulated={methods.data?.emulatedMethods.includes(order.method) === true}
    />
  )
  return (
    <>
      <div className={styles.screen}>{sheet}</div>
      <Row>
        <Button variant="primary" onClick={() => window.print()}>
          {t(($) => $.payment.receipt.print)}
        </Button>
      </Row>
      {/* Paper gets a sheet of its own: the page around this one scrolls in itself and would be cut. */}
      {createPortal(<div className={styles.paper}>{sheet}</div>, document.body)}
    </>
  )
}
