import type { PaymentAlert } from '@clutch/contract/api/payments/operator-payment-checks.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { Row } from '../../../../ui/layout/layout.tsx'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { formatProviderMoney } from '../money-text.ts'

/** The details of an alert: its order as a link, formatted amounts, and the messages. */
export function AlertDetail({ detail }: { detail: PaymentAlert['detail'] }) {
  const { t } = useTranslation()
  if (Object.keys(detail).length === 0) return '-'
  const { order, expected, found, differences } = detail
  const own = sumOf(detail)
  const [asked, held] = [sumOf(expected), sumOf(found)]
  const said = ['problem', 'code', 'paidBy'].flatMap((name) => {
    const text = detail[name]
    return typeof text === 'string' && text !== '' ? [text] : []
  })
  return (
    <Row gap="s" wrap>
      {typeof order === 'string' && (
        <ConsoleLink to="orders" query={{ find: order }}>
          {order}
        </ConsoleLink>
      )}
      {own !== null && <span>{own}</span>}
      {asked !== null && <span>{t(($) => $.adminOrders.alerts.expected, { amount: asked })}</span>}
      {held !== null && <span>{t(($) => $.adminOrders.alerts.found, { amount: held })}</span>}
      {typeof differences === 'number' && (
        <span>{t(($) => $.adminOrders.alerts.differences, { count: differences })}</span>
      )}
      {said.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </Row>
  )
}

function sumOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const { amount, currency } = value as { amount?: unknown; currency?: unknown }
  return typeof amount === 'number' && typeof currency === 'string'
    ? formatProviderMoney(amount, currency)
    : null
}
