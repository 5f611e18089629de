import {
  announcementMaxLength,
  type OperatorAnnouncement,
} from '@clutch/contract/api/content/operator-announcements.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { BilingualField } from '../kit/forms/bilingual-field.tsx'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { parseWholeNumber } from '../kit/forms/whole-number.ts'
import { announcementsQuery, saveAnnouncement } from './announcements.queries.ts'
import { useDraft, useSave } from '../kit/drafts/use-draft.ts'

interface AnnouncementDialogProps {
  open: boolean
  /** Null for a new one. */
  announcement: OperatorAnnouncement | null
  /** The lowest order number there is. */
  lowest: number
  onClose: () => void
}

const maxOrder = 1_000

/** Publishes an announcement, or changes one. */
export function AnnouncementDialog({ open, announcement, lowest, onClose }: AnnouncementDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [checked, setChecked] = useState(false)
  const draft = useDraft({
    keepAs: 'announcement',
    item: announcement,
    fieldsOf: (of) => ({
      text: of?.text ?? { zh: '', en: '' },
      place: String(of?.position ?? Math.max(-maxOrder, lowest)),
    }),
    newest: () => client.fetchQuery({ ...announcementsQuery, staleTime: 0 }),
    names: {
      text: t(($) => $.adminWords.announcements.text),
      place: t(($) => $.adminWords.position),
    },
  })
  const { fields, change, id, revision } = draft
  const { text, place } = fields
  const position = parseWholeNumber(place, -maxOrder, maxOrder)
  const isEmpty = `${text.zh}${text.en}`.trim() === ''
  const action = useSave(draft, async () => {
    if (position === null) return
    await saveAnnouncement(id, { text, position, revision })
    await client.invalidateQueries(announcementsQuery)
    showToast({ tone: 'good', title: t(($) => $.admin.form.saved) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (!isEmpty && position !== null) void action.run()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={
        announcement === null
          ? t(($) => $.adminWords.announcements.add)
          : t(($) => $.adminWords.announcements.edit)
      }
      changed={draft.changed}
      onSave={save}
      action={action}
      draft={draft}
    >
      <BilingualField
        required
        label={t(($) => $.adminWords.announcements.text)}
        value={text}
        onChange={(changed) => change({ text: changed })}
        max={announcementMaxLength}
        lines={3}
        error={checked && isEmpty ? t(($) => $.adminWords.eitherNeeded) : null}
      />
      <TextField
        required
        label={t(($) => $.adminWords.position)}
        inputMode="numeric"
        value={place}
        hint={t(($) => $.adminWords.positionHint)}
        error={
          checked && position === null
            ? t(($) => $.admin.form.badNumber, { min: -maxOrder, max: maxOrder })
            : null
        }
        onChange={(event) => change({ place: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
