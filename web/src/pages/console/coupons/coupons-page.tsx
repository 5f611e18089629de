import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/buttons/button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Status } from '../../../ui/status/status-dot.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import type { Column } from '../kit/list/columns.ts'
import { ConsoleLink } from '../kit/console-link.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { LocalList } from '../kit/list/local-list.tsx'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { useEditing } from '../kit/forms/use-editing.ts'
import { formatConsoleTime } from '../kit/console-time.ts'
import { CouponDialog } from './coupon-dialog.tsx'
import { getCouponState, type CouponState } from './coupon-form.ts'
import { couponsQuery, removeCoupon, type Coupon } from '../prices/prices.queries.ts'

const states: readonly CouponState[] = ['valid', 'early', 'over', 'used-up']
const tones = { valid: 'good', early: 'info', over: 'muted', 'used-up': 'muted' } as const

/** H7: the coupons there are, and how often each was used. */
export function CouponsPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(couponsQuery)
  const columns = useColumns(dataUpdatedAt)
  const editing = useEditing<Coupon>()
  const { ask, asking } = useConfirmation()
  const remove = (coupon: Coupon) =>
    ask({
      title: t(($) => $.adminPrices.coupons.removeTitle, { code: coupon.code }),
      message: t(($) => $.adminPrices.coupons.removeMessage),
      action: t(($) => $.admin.form.remove),
      run: async () => {
        await removeCoupon(client, coupon)
        showToast({ tone: 'good', title: t(($) => $.adminPrices.coupons.removed) })
      },
    })
  return (
    <ConsolePage>
      <LocalList
        label={t(($) => $.adminPrices.coupons.label)}
        rows={data}
        columns={columns}
        keyOf={({ code }) => code}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        filters={[
          {
            id: 'state',
            label: t(($) => $.adminPrices.coupons.state),
            options: states.map((value) => ({ value, text: t(($) => $.adminPrices.coupons.states[value]) })),
          },
        ]}
        passes={(coupon, _, value) => getCouponState(coupon, dataUpdatedAt) === value}
        sortedBy="code"
        empty={{
          title: t(($) => $.adminPrices.coupons.empty),
          next: t(($) => $.adminPrices.coupons.emptyNext),
        }}
        actions={
          <Button variant="primary" icon="plus" onClick={() => editing.edit(null)}>
            {t(($) => $.adminPrices.coupons.add)}
          </Button>
        }
        rowActions={(coupon) => (
          <Row gap="xs">
            <IconButton
              icon="pencil"
              size="sm"
              variant="ghost"
              label={t(($) => $.adminPrices.coupons.editOf, { code: coupon.code })}
              onClick={() => editing.edit(coupon)}
            />
            <IconButton
              icon="trash"
              size="sm"
              variant="ghost"
              label={t(($) => $.adminPrices.coupons.removeOf, { code: coupon.code })}
              onClick={() => remove(coupon)}
            />
          </Row>
        )}
      />
      <CouponDialog key={editing.turn} open={editing.open} onClose={editing.close} coupon={editing.thing} />
      {asking}
    </ConsolePage>
  )
}

function useColumns(now: number): Column<Coupon>[] {
  const { t } = useTranslation()
  const unlimited = t(($) => $.adminPrices.coupons.unlimited)
  return [
    { id: 'code', title: t(($) => $.adminPrices.coupons.code), value: ({ code }) => code },
    {
      id: 'off',
      title: t(($) => $.adminPrices.coupons.off),
      value: (coupon) => formatDiscount(t, coupon),
      end: true,
    },
    {
      id: 'products',
      title: t(($) => $.adminPrices.coupons.holdsFor),
      value: ({ products }) =>
        products.length === 0
          ? t(($) => $.adminPrices.coupons.everything)
          : products
              .map((product) => t(($) => $.adminPrices.coupons.products[product]))
              .join(t(($) => $.admin.list.between)),
      grow: true,
    },
    {
      id: 'used',
      title: t(($) => $.adminPrices.coupons.used),
      value: ({ used }) => used,
      cell: (coupon) => <UsageCell coupon={coupon} />,
      end: true,
    },
    {
      id: 'each',
      title: t(($) => $.adminPrices.coupons.each),
      value: ({ usesEach }) => usesEach ?? unlimited,
      end: true,
    },
    {
      id: 'starts',
      title: t(($) => $.adminPrices.coupons.starts),
      value: ({ starts }) => formatConsoleTime(starts),
    },
    { id: 'ends', title: t(($) => $.adminPrices.coupons.ends), value: ({ ends }) => formatConsoleTime(ends) },
    {
      id: 'state',
      title: t(($) => $.adminPrices.coupons.state),
      value: (coupon) => t(($) => $.adminPrices.coupons.states[getCouponState(coupon, now)]),
      cell: (coupon) => {
        const state = getCouponState(coupon, now)
        return <Status tone={tones[state]}>{t(($) => $.adminPrices.coupons.states[state])}</Status>
      },
    },
  ]
}

/** How often it was used, with the way to the orders that did. */
function UsageCell({ coupon: { code, used, uses } }: { coupon: Coupon }) {
  const { t } = useTranslation()
  const text = uses === null ? String(used) : t(($) => $.adminPrices.coupons.usedOf, { used, uses })
  return used === 0 ? (
    text
  ) : (
    <ConsoleLink to="orders" query={{ find: code }}>
      {text}
    </ConsoleLink>
  )
}

function formatDiscount(t: TFunction, { percent, amount, currency }: Coupon): string {
  if (amount !== null && currency !== null) return formatMoney(amount, currency)
  return t(($) => $.adminPrices.coupons.percentOff, { percent: percent ?? 0 })
}
