import { ResourcePage } from '../kit/list/resource-page.tsx'
import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../../locales/translate.ts'
import { Status } from '../../../ui/status/status-dot.tsx'
import type { Column } from '../kit/list/columns.ts'
import { ConsoleLink } from '../kit/console-link.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { CouponDialog } from './coupon-dialog.tsx'
import { getCouponState, type CouponState } from './coupon-form.ts'
import { couponsQuery, removeCoupon, type Coupon } from '../prices/prices.queries.ts'

const states: readonly CouponState[] = ['valid', 'early', 'over', 'used-up']
const tones = { valid: 'good', early: 'info', over: 'muted', 'used-up': 'muted' } as const

/** H7: the coupons there are, and how often each was used. */
export function CouponsPage() {
  const { t } = useTranslation()
  const { dataUpdatedAt } = useQuery(couponsQuery)
  const client = useQueryClient()
  return (
    <ResourcePage
      query={couponsQuery}
      label={t(($) => $.adminPrices.coupons.label)}
      columns={useColumns(dataUpdatedAt)}
      keyOf={({ code }) => code}
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
      addText={t(($) => $.adminPrices.coupons.add)}
      editLabel={({ code }) => t(($) => $.adminPrices.coupons.editOf, { code })}
      removal={{
        label: ({ code }) => t(($) => $.adminPrices.coupons.removeOf, { code }),
        title: ({ code }) => t(($) => $.adminPrices.coupons.removeTitle, { code }),
        message: () => t(($) => $.adminPrices.coupons.removeMessage),
        run: (coupon) => removeCoupon(client, coupon),
        doneText: t(($) => $.adminPrices.coupons.removed),
      }}
      renderDialog={({ open, item, onClose }) => <CouponDialog open={open} onClose={onClose} coupon={item} />}
    />
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
