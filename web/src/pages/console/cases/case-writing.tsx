import { type CaseDetail, caseCommentMaxLength } from '@clutch/contract/api/moderation/operator-cases.ts'
import { appealTextMaxLength } from '@clutch/contract/api/moderation/appeals.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useAction } from '../../../app/api/use-action.ts'
import { useUnsavedChanges } from '../../../app/forms/use-unsaved-changes.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Panel, Row, Stack } from '../../../ui/layout/layout.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { Timeline } from '../../../ui/status/timeline.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { useDiscardText } from '../kit/drafts/use-discard-text.ts'
import { Permitted } from '../kit/permitted.tsx'
import { useCaseText } from './case-text.tsx'
import styles from './cases.module.css'
import { answerAppeal, commentCase } from './cases.queries.ts'

/** What the player of an appeal and the operators wrote to each other. */
export function CaseMessages({ item }: { item: CaseDetail }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (
    <Writing
      title={t(($) => $.adminCases.messages)}
      entries={item.messages.map((message) => ({
        ...message,
        tone: message.by === 'player' ? 'busy' : 'info',
      }))}
      form={
        item.closed === null && (
          <WritingForm
            label={t(($) => $.adminCases.answer)}
            button={t(($) => $.adminCases.sendAnswer)}
            done={t(($) => $.adminCases.answered)}
            maxLength={appealTextMaxLength}
            send={(text) => answerAppeal(client, item.id, text)}
          />
        )
      }
    />
  )
}

/** What operators write to each other about a case. */
export function CaseComments({ item }: { item: CaseDetail }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (
    <Writing
      title={t(($) => $.adminCases.comments)}
      entries={item.comments.map((comment) => ({ ...comment, tone: 'info' }))}
      empty={t(($) => $.adminCases.noComments)}
      form={
        <WritingForm
          label={t(($) => $.adminCases.comment)}
          button={t(($) => $.adminCases.addComment)}
          done={t(($) => $.adminCases.commented)}
          maxLength={caseCommentMaxLength}
          send={(text) => commentCase(client, item.id, text)}
        />
      }
    />
  )
}

interface WritingProps {
  title: string
  entries: readonly {
    id: string
    author: string
    authorName: string
    text: string
    at: number
    tone: 'busy' | 'info'
  }[]
  empty?: string
  form: ReactNode
}

function Writing({ title, entries, empty, form }: WritingProps) {
  const words = useCaseText()
  return (
    <Panel title={title}>
      <Stack gap="l">
        {entries.length === 0 ? (
          <p>{empty}</p>
        ) : (
          <Timeline
            label={title}
            events={entries.map(({ id, author, authorName, text, at, tone }) => ({
              id,
              time: formatConsoleTime(at),
              tone,
              title: words.author(author, authorName),
              detail: <span className={styles.text}>{text}</span>,
            }))}
          />
        )}
        <Permitted>{form}</Permitted>
      </Stack>
    </Panel>
  )
}

interface WritingFormProps {
  label: string
  button: string
  done: string
  maxLength: number
  send: (text: string) => Promise<void>
}

function WritingForm({ label, button, done, maxLength, send }: WritingFormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const action = useAction(async () => {
    await send(text.trim())
    setText('')
    showToast({ tone: 'good', title: done })
  })
  const unsaved = useUnsavedChanges({ changed: text.trim() !== '', words: useDiscardText() })
  return (
    <Stack gap="s">
      <TextArea
        label={label}
        aside={`${text.length} / ${maxLength}`}
        rows={3}
        maxLength={maxLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ErrorNote error={action.error} />
      <Row>
        <Button
          submitting={action.busy}
          disabledReason={text.trim() === '' ? t(($) => $.admin.form.required) : undefined}
          onClick={() => void action.run()}
        >
          {button}
        </Button>
      </Row>
      {unsaved.question}
    </Stack>
  )
}
