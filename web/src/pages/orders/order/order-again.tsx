import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { PageLink } from '../../../app/navigation/page-link.tsx'

const productPages = { vip: '/vip', vip_card: '/store', server_rental: '/pracc' } as const

/** H4: an order whose window passed cannot be paid any more; leads to the page where its product is ordered. */
export function OrderAgain({ productType, isMain = false }: { productType: ProductType; isMain?: boolean }) {
  const { t } = useTranslation()
  return (
    <PageLink to={productPages[productType]} variant={isMain ? 'primary' : 'default'}>
      {t(($) => $.payment.orderAgain)}
    </PageLink>
  )
}
