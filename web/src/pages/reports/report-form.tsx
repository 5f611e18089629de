import { reportTextMaxLength } from '@clutch/contract/api/moderation/reports.ts'
import { type ReportReason, reportReasons } from '@clutch/contract/rules/moderation/cases.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { ErrorNote } from '../../app/api/failed-note.tsx'
import { useAction } from '../../app/api/use-action.ts'
import { useUnsavedText } from '../../app/forms/use-unsaved-changes.tsx'
import { useNavigate } from '../../app/router/router-provider.tsx'
import type { PageSearch } from '../../app/routes/page-search.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Form, FormText } from '../../ui/forms/form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { Panel, Row } from '../../ui/layout/layout.tsx'
import { showToast } from '../../ui/messages/toast-store.ts'
import { sendReport, targetNameQuery } from './reports.queries.ts'

interface ReportFormProps {
  /** The SteamID64 of the reporter. */
  own: string
  /** From the address: a SteamID64, or a name on a server. */
  target: { player?: string | undefined; server?: string | undefined; name?: string | undefined }
}

function withoutTarget(search: PageSearch): PageSearch {
  return { ...search, player: undefined, server: undefined, name: undefined }
}

/** Reports the player that the address names. */
export function ReportForm({ own, target: { player, server, name } }: ReportFormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [reason, setReason] = useState<ReportReason>('cheating')
  const [text, setText] = useState('')
  const [isSent, setIsSent] = useState(false)
  const known = useQuery({ ...targetNameQuery(player ?? ''), enabled: player !== undefined })
  const action = useAction(async () => {
    const whom = player === undefined ? { name, serverId: server } : { steamId: player, serverId: server }
    await sendReport(client, own, { ...whom, reason, text: text.trim() })
    showToast({ tone: 'good', title: t(($) => $.reports.form.sent) })
    setIsSent(true)
  })
  const question = useUnsavedText(!isSent && text.trim() !== '')
  useEffect(() => {
    // Not in the action: until it is drawn as sent, the text would hold the page. What else the address says stays.
    if (isSent) void navigate({ to: '.', search: withoutTarget, replace: true })
  }, [isSent, navigate])
  return (
    <Panel title={t(($) => $.reports.form.title)}>
      <Form onSubmit={() => void action.run()}>
        <FormText>{t(($) => $.reports.form.of, { name: name ?? known.data ?? player ?? '' })}</FormText>
        <SelectField<ReportReason>
          label={t(($) => $.reports.form.reason)}
          value={reason}
          onChange={setReason}
          options={reportReasons.map((value) => ({ value, text: t(($) => $.reports.form.reasons[value]) }))}
        />
        <TextArea
          label={t(($) => $.reports.form.text)}
          aside={`${text.length} / ${reportTextMaxLength}`}
          hint={t(($) => $.reports.form.textHint)}
          rows={4}
          maxLength={reportTextMaxLength}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FormText small>{t(($) => $.reports.form.secret)}</FormText>
        <ErrorNote error={action.error} />
        <Row>
          <Button variant="primary" type="submit" submitting={action.busy}>
            {t(($) => $.reports.form.send)}
          </Button>
        </Row>
      </Form>
      {question}
    </Panel>
  )
}
