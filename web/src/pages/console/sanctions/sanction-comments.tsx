import {
  type SanctionComment,
  commentMaxLength,
  operatorCommentSanction,
} from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
import { useSanctionText } from './sanction-text.tsx'
import { commentSanction } from './sanctions.queries.ts'

interface SanctionCommentsProps {
  id: string
  comments: readonly SanctionComment[]
  mayComment: boolean
}

/** What operators write to each other about a sanction. */
export function SanctionComments({ id, comments, mayComment }: SanctionCommentsProps) {
  const { t } = useTranslation()
  const words = useSanctionText()
  const title = t(($) => $.adminSanctions.comments)
  return (
    <Panel title={title}>
      <Stack gap="l">
        {comments.length === 0 ? (
          <p>{t(($) => $.adminSanctions.noComments)}</p>
        ) : (
          <Timeline
            label={title}
            events={comments.map(({ id: comment, at, by, byName, text }) => ({
              id: comment,
              time: formatConsoleTime(at),
              tone: 'info',
              title: words.by(by, byName),
              detail: text,
            }))}
          />
        )}
        {mayComment && (
          <Permitted call={operatorCommentSanction}>
            <CommentForm id={id} />
          </Permitted>
        )}
      </Stack>
    </Panel>
  )
}

function CommentForm({ id }: { id: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const action = useAction(async () => {
    await commentSanction(client, id, text.trim())
    setText('')
    showToast({ tone: 'good', title: t(($) => $.adminSanctions.commented) })
  })
  const unsaved = useUnsavedChanges({ changed: text.trim() !== '', words: useDiscardText() })
  return (
    <Stack gap="s">
      <TextArea
        label={t(($) => $.adminSanctions.comment)}
        aside={`${text.length} / ${commentMaxLength}`}
        rows={3}
        maxLength={commentMaxLength}
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
          {t(($) => $.adminSanctions.addComment)}
        </Button>
      </Row>
      {unsaved.question}
    </Stack>
  )
}
