import {
  giftCodeLength,
  isGiftCode,
  formatGiftCode,
  normalizeGiftCode,
} from '@clutch/contract/rules/vip/gift-codes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { formatIsoDay } from '../../../app/time/community-clock.ts'
import { useNavigate, useSearch } from '../../../app/router/router-provider.tsx'
import type { PageSearch } from '../../../app/routes/page-search.ts'
import { useErrorText } from '../../../app/api/error-text.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { announceVipStatusChange } from '../../../app/account/vip-status.queries.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { redeem, refetchCards } from '../vip.queries.ts'
import styles from './store.module.css'

/** The code of a link, written as it is printed; what cannot be one stays as it is. */
function toTyped(given: string): string {
  const code = normalizeGiftCode(given.slice(0, 40))
  return isGiftCode(code) ? formatGiftCode(code) : given.slice(0, 40)
}

/** A code that was redeemed is not offered again by a reload. */
const withoutCode = (held: PageSearch) => ({ ...held, code: undefined })

/** F4: turns a code into VIP of the account that is signed in. */
export function Redeem({ steamId }: { steamId: string }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const { code: given } = useSearch()
  const navigate = useNavigate()
  const [text, setText] = useState(() => toTyped(given ?? ''))
  const [bad, setBad] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const code = normalizeGiftCode(text)
  const action = useAction(async () => {
    const { duration, expireDate } = await redeem(code)
    const term = t(($) => $.vip.term[duration])
    const said =
      expireDate === null
        ? t(($) => $.vip.store.redeemedForGood)
        : t(($) => $.vip.store.redeemed, { term, date: formatIsoDay(expireDate) })
    setDone(said)
    showToast({ tone: 'good', title: t(($) => $.vip.store.redeemedTitle), detail: said })
    setText('')
    if (given !== undefined)
      void navigate({ to: '.', search: withoutCode, replace: true, resetScroll: false })
    announceVipStatusChange()
    // It may be a card of one's own.
    await refetchCards(client, steamId)
  })
  const submit = () => {
    setDone(null)
    setBad(!isGiftCode(code))
    if (isGiftCode(code)) void action.run()
  }
  const wrong = bad ? t(($) => $.vip.store.badCode) : action.error !== null ? errorText(action.error) : null
  return (
    <Panel title={t(($) => $.vip.store.redeem)}>
      <Form onSubmit={submit}>
        <TextField
          label={t(($) => $.vip.store.code)}
          aside={`${code.length} / ${giftCodeLength}`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="----  ----  ----  ----"
          value={text}
          hint={done ?? t(($) => $.vip.store.redeemHint)}
          good={done !== null}
          error={wrong}
          onBlur={() => isGiftCode(code) && setText(formatGiftCode(code))}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setBad(false)
            setDone(null)
            action.clear()
          }}
        />
        <div className={styles.redeem}>
          <Button type="submit" submitting={action.busy}>
            {t(($) => $.vip.store.redeemOwn)}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
