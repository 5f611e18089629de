import { paymentWindowMs } from '@clutch/contract/limits.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { QrCode } from '../../../ui/pictures/qr-code.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import { MethodIcon } from '../checkout/method-icon.tsx'
import { isPageUrl, isPhone } from './pay-window.ts'
import styles from './payment-action.module.css'
import type { TimedOrder } from '../order/timed-order.ts'
import { TimeLeft } from './countdown.tsx'
import type { PaymentPhase } from '../order/use-payment-phase.ts'

interface PaymentWayProps {
  order: TimedOrder
  phase: PaymentPhase
  retry: ReactNode
}

/** H4: a code to scan, or the way to the provider's page; once it is over, what can be done instead. */
export function PaymentAction({ order, phase, retry }: PaymentWayProps) {
  const { method, payment, until } = order
  if (phase !== 'waiting' || payment === null || until === null)
    return <PaymentEnded phase={phase} retry={retry} />
  return method === 'wechat' ? (
    <ScanCode code={payment.payment_url} until={until} />
  ) : (
    <PaymentPageLink method={method} url={payment.payment_url} until={until} />
  )
}

function ScanCode({ code, until }: { code: string; until: number }) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.code}>
        <QrCode text={code} label={t(($) => $.payment.code)} />
      </div>
      <div className={styles.time}>
        <TimeLeft until={until} />
        <div>
          <strong className={styles.title}>{t(($) => $.payment.scan)}</strong>
          <span className={styles.hint}>
            {t(($) => $.payment.scanHint, { minutes: paymentWindowMs / 60_000 })}
          </span>
        </div>
      </div>
      {isPhone() && <p className={styles.advice}>{t(($) => $.payment.scanOnPhone)}</p>}
    </>
  )
}

interface GoToPageProps {
  method: 'alipay' | 'paypal'
  url: string
  until: number
}

function PaymentPageLink({ method, url, until }: GoToPageProps) {
  const { t } = useTranslation()
  return (
    <>
      <span className={styles.glyph}>
        <MethodIcon method={method} />
      </span>
      {isPageUrl(url) && (
        <ButtonLink
          variant="primary"
          size="lg"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          trailing="external"
        >
          {t(($) => $.payment.goTo[method])}
          <VisuallyHidden>{` (${t(($) => $.shell.newTab)})`}</VisuallyHidden>
        </ButtonLink>
      )}
      <div className={styles.time}>
        <TimeLeft until={until} />
        <span className={styles.hint}>{t(($) => $.payment.goToHint[method])}</span>
      </div>
    </>
  )
}

function PaymentEnded({ phase, retry }: { phase: PaymentPhase; retry: ReactNode }) {
  const { t } = useTranslation()
  const timedOut = phase === 'timedOut'
  return (
    <>
      <span className={styles.glyph}>
        <Icon name="clock" size="l" />
      </span>
      <div className={styles.over}>
        <strong className={styles.title}>
          {timedOut && t(($) => $.payment.timedOut)}
          {phase === 'closed' && t(($) => $.payment.closed)}
          {phase === 'idle' && t(($) => $.payment.notUnderWay)}
        </strong>
        {timedOut && <span className={styles.hint}>{t(($) => $.payment.timedOutHint)}</span>}
      </div>
      {retry}
    </>
  )
}
