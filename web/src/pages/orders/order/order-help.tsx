import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { orderQuestionMaxLength } from '@clutch/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { formatDayTimeAndYear } from '../../../app/time/community-dates.ts'
import { askQuestion } from '../../../app/payment/order/payment.queries.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { useUnsavedText } from '../../../app/forms/use-unsaved-changes.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Form, FormText } from '../../../ui/forms/form.tsx'
import { Panel, Stack } from '../../../ui/layout/layout.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import styles from './order-help.module.css'

/** Questions about an order, and what the operators answered. */
export function OrderHelp({ steamId, order }: { steamId: string; order: OrderView }) {
  const { t } = useTranslation()
  return (
    <Panel title={t(($) => $.payment.one.help)}>
      <Stack gap="l">
        <FormText>{t(($) => $.payment.one.helpLead)}</FormText>
        {order.questions.length > 0 && <Questions questions={order.questions} />}
        <Ask steamId={steamId} id={order.id} />
      </Stack>
    </Panel>
  )
}

function Questions({ questions }: Pick<OrderView, 'questions'>) {
  const { t, i18n } = useTranslation()
  const when = (at: number) => formatDayTimeAndYear(at, i18n.language)
  return (
    <ul className={styles.questions}>
      {questions.map(({ text, asked, answer, answered }) => (
        <li key={asked} className={styles.question}>
          <span className={styles.who}>{t(($) => $.payment.one.asked, { time: when(asked) })}</span>
          <p className={styles.text}>{text}</p>
          {answer === null || answered === null ? (
            <span className={styles.who}>{t(($) => $.payment.one.unanswered)}</span>
          ) : (
            <div className={styles.answer}>
              <span className={styles.who}>{t(($) => $.payment.one.answered, { time: when(answered) })}</span>
              <p className={styles.text}>{answer}</p>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Ask({ steamId, id }: { steamId: string; id: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [empty, setEmpty] = useState(false)
  const ask = useAction(() => askQuestion(client, steamId, id, text))
  const question = useUnsavedText(text.trim() !== '')
  const send = async () => {
    setEmpty(text.trim() === '')
    if (text.trim() === '' || !(await ask.run())) return
    setText('')
    showToast({ tone: 'good', title: t(($) => $.payment.one.sent) })
  }
  return (
    <Form onSubmit={() => void send()}>
      <ErrorNote error={ask.error} />
      <TextArea
        label={t(($) => $.payment.one.question)}
        aside={`${text.length} / ${orderQuestionMaxLength}`}
        maxLength={orderQuestionMaxLength}
        value={text}
        error={empty ? t(($) => $.payment.one.empty) : null}
        onChange={(event) => {
          setEmpty(false)
          setText(event.currentTarget.value)
        }}
      />
      <div>
        <Button type="submit" submitting={ask.busy}>
          {t(($) => $.payment.one.send)}
        </Button>
      </div>
      {question}
    </Form>
  )
}
