import { useQuery } from '@tanstack/react-query'
import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { useId, type ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { PageLink, TextLink } from '../../../app/navigation/page-link.tsx'
import { pricingQuery } from '../../../app/payment/order/payment.queries.ts'
import { useDisplayCurrency } from '../../../app/payment/checkout/use-offers.ts'
import { usePortal } from '../../../app/portal/portal-context.ts'
import { openSignIn } from '../../../app/sign-in/sign-in-dialog-store.ts'
import { Badge } from '../../../ui/people/badge.tsx'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { joinClassNames } from '../../../ui/styles/class-names.ts'
import { floatingIntent } from '../../../ui/dialogs/lazy-floating.ts'
import { Icon, type IconName } from '../../../ui/icons/icon.tsx'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import { createTerms, type Term } from '../vip-terms.ts'
import styles from './purchase-options.module.css'

/** F2: VIP for oneself. A signed-out visitor sees a note with the sign-in link. */
export function OwnOption({ signedIn, onOpen }: { signedIn: boolean; onOpen: () => void }) {
  const { t } = useTranslation()
  const shortest = useShortest('vip')
  return (
    <Option
      best
      icon="crown"
      title={t(($) => $.vip.mine.title)}
      lead={t(($) => $.vip.mine.lead)}
      badge={t(($) => $.vip.mine.recommended)}
      points={[
        t(($) => $.vip.mine.points.slots),
        t(($) => $.vip.mine.points.servers),
        t(($) => $.vip.mine.points.renewal),
      ]}
      aside={
        !signedIn && (
          <>
            {t(($) => $.vip.mine.whySignIn)}{' '}
            <LinkButton aria-haspopup="dialog" {...floatingIntent} onClick={() => openSignIn()}>
              {t(($) => $.shell.signIn)}
            </LinkButton>
          </>
        )
      }
      price={shortest && formatMoney(shortest.perMonth, shortest.currency)}
      unit={shortest?.cheaper === true ? t(($) => $.vip.mine.monthLess) : t(($) => $.vip.mine.month)}
    >
      <Button
        variant="primary"
        size="lg"
        aria-haspopup="dialog"
        disabledReason={signedIn ? undefined : t(($) => $.vip.mine.pleaseLogin)}
        {...floatingIntent}
        onClick={onOpen}
      >
        {t(($) => $.vip.mine.open)}
      </Button>
    </Option>
  )
}

/** F3: A gift card, in a new tab; an existing code is redeemed here. */
export function CardOption() {
  const { t } = useTranslation()
  const { vip } = usePortal()
  const shortest = useShortest('vip_card')
  const words = (
    <>
      {t(($) => $.vip.card.open)}
      <VisuallyHidden>{` (${t(($) => $.shell.newTab)})`}</VisuallyHidden>
    </>
  )
  const look = { size: 'lg', trailing: 'external', target: '_blank', rel: 'noopener noreferrer' } as const
  return (
    <Option
      icon="gift"
      title={t(($) => $.vip.card.title)}
      lead={t(($) => $.vip.card.lead)}
      points={[
        t(($) => $.vip.card.points.terms),
        t(($) => $.vip.card.points.valid),
        t(($) => $.vip.card.points.account),
      ]}
      aside={
        <>
          {t(($) => $.vip.card.have)} <TextLink to="/store">{t(($) => $.vip.card.redeem)}</TextLink>
        </>
      }
      price={shortest && formatMoney(shortest.amount, shortest.currency)}
      unit={t(($) => $.vip.card.each, { term: t(($) => $.vip.term[shortest?.duration ?? '1m']) })}
    >
      {vip.storeUrl === null ? (
        <PageLink to="/store" {...look}>
          {words}
        </PageLink>
      ) : (
        <ButtonLink href={vip.storeUrl} {...look}>
          {words}
        </ButtonLink>
      )}
    </Option>
  )
}

interface OptionProps {
  icon: IconName
  title: string
  lead: string
  badge?: string
  /** Highlights it. */
  best?: boolean
  points: readonly string[]
  /** A line under the points. */
  aside: ReactNode
  /** Undefined while it is unknown, null if there is none. */
  price: string | null | undefined
  unit: string
  /** The button. */
  children: ReactNode
}

function Option({
  icon,
  title,
  lead,
  badge,
  best = false,
  points,
  aside,
  price,
  unit,
  children,
}: OptionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={joinClassNames(styles.option, best && styles.best)}>
      <header className={styles.head}>
        <span className={styles.glyph}>
          <Icon name={icon} size="l" />
        </span>
        <div className={styles.words}>
          <h2 id={id}>{title}</h2>
          <p className={styles.lead}>{lead}</p>
        </div>
        {badge !== undefined && (
          <Badge tone="own" solid>
            {badge}
          </Badge>
        )}
      </header>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point} className={styles.point}>
            <Icon name="check" size="s" />
            {point}
          </li>
        ))}
      </ul>
      <p className={styles.aside}>{aside}</p>
      <div className={styles.foot}>
        {price !== undefined && (
          <p className={styles.price}>
            <b className={styles.amount}>{price ?? '-'}</b> {price !== null && unit}
          </p>
        )}
        <span className={styles.action}>{children}</span>
      </div>
    </section>
  )
}

/** H6: the shortest term in the currency that is shown; null where nothing is sold, undefined while that is not known. */
function useShortest(product: ProductType) {
  const currency = useDisplayCurrency(product)
  const { data, isError } = useQuery(pricingQuery(product, currency))
  if (data === undefined) return isError ? null : undefined
  const [shortest, ...longer] = createTerms(data)
  return shortest === undefined ? null : { ...shortest, currency, cheaper: longer.some(hasSaving) }
}

function hasSaving({ saving }: Term): boolean {
  return saving > 0
}
