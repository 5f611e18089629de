import { type CaseDetail, caseNoteMaxLength } from '@clutch/contract/api/moderation/operator-cases.ts'
import { type CaseOutcome, caseOutcomes, isOutcomeOf } from '@clutch/contract/rules/moderation/cases.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { useChanged } from '../kit/drafts/use-changed.ts'
import { closeCase } from './cases.queries.ts'

interface CloseCaseDialogProps {
  open: boolean
  item: CaseDetail
  onClose: () => void
}

/** Closes a case with its outcome and a note to the reporters, or to the player who appeals. */
export function CloseCaseDialog({ open, item, onClose }: CloseCaseDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const isAppeal = item.kind === 'appeal'
  const outcomes = caseOutcomes.filter((outcome) => isOutcomeOf(item.kind, outcome))
  const [outcome, setOutcome] = useState<CaseOutcome>(isAppeal ? 'upheld' : 'noAction')
  const [note, setNote] = useState('')
  const [other, setOther] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const changed = useChanged(`${outcome} ${note} ${other}`)
  const duplicateOf = outcome === 'duplicate' ? (findCaseId(other) ?? '') : null
  const action = useAction(async () => {
    await closeCase(client, item.id, {
      outcome,
      note: note.trim(),
      duplicateOf,
      sanctionId: null,
      revision: item.revision,
    })
    showToast({ tone: 'good', title: t(($) => $.adminCases.isClosed) })
    onClose()
  })
  const save = () => {
    setIsChecked(true)
    if (duplicateOf !== '') void action.run()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminCases.closeTitle)}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminCases.close)}
    >
      <SelectField<CaseOutcome>
        label={t(($) => $.adminCases.outcome)}
        value={outcome}
        onChange={setOutcome}
        options={outcomes.map((value) => ({ value, text: t(($) => $.adminCases.outcomes[value]) }))}
      />
      {outcome === 'duplicate' && (
        <TextField
          required
          label={t(($) => $.adminCases.otherCase)}
          value={other}
          error={isChecked && duplicateOf === '' ? t(($) => $.adminCases.badCase) : null}
          onChange={(event) => setOther(event.currentTarget.value)}
        />
      )}
      <TextField
        label={isAppeal ? t(($) => $.adminCases.noteToPlayer) : t(($) => $.adminCases.note)}
        hint={isAppeal ? t(($) => $.adminCases.noteToPlayerHint) : t(($) => $.adminCases.noteHint)}
        aside={`${note.length} / ${caseNoteMaxLength}`}
        maxLength={caseNoteMaxLength}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {item.flagCount > 0 && <FormText small>{t(($) => $.adminCases.closeText)}</FormText>}
    </FormDialog>
  )
}

/** The id in an address of a case, or alone; null for none. */
function findCaseId(text: string): string | null {
  return /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i.exec(text)?.[0]?.toLowerCase() ?? null
}
