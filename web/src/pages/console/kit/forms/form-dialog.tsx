import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import type { Action } from '../../../../app/api/use-action.ts'
import { useUnsavedChanges } from '../../../../app/forms/use-unsaved-changes.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { Form, RequiredNote } from '../../../../ui/forms/form.tsx'
import { EditReview } from '../drafts/edit-review.tsx'
import { useDiscardText } from '../drafts/use-discard-text.ts'
import type { ReviewedDraft } from '../drafts/use-draft.ts'

interface FormDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** Whether something was written in it: closing it, and leaving the page, then asks first. */
  changed: boolean
  /** Sends the form; the caller checks the fields first and does nothing while one is wrong. */
  onSave: () => void
  action: Pick<Action<never>, 'busy' | 'error'>
  /** What the button is called; "save" otherwise. */
  saveLabel?: string
  /** Why it cannot be saved now, such as that nothing is changed. */
  disabledReason?: string | undefined
  /** The action is destructive: the button is red. */
  destroys?: boolean
  /** The draft of something stored: shows what another operator saved meanwhile. */
  draft?: ReviewedDraft | undefined
  width?: 's' | 'l'
  children: ReactNode
}

/** A form in a dialog: fields, why it failed, cancel and save. */
export function FormDialog(props: FormDialogProps) {
  const { open, onClose, title, changed, onSave, action, saveLabel, width = 's', children } = props
  const { destroys = false, draft, disabledReason } = props
  const { t } = useTranslation()
  const form = useId()
  const review = useReviewedSave(draft, onSave)
  const discard = () => {
    draft?.forget()
    onClose()
  }
  const unsaved = useUnsavedChanges({ changed: open && changed, onDiscard: discard, words: useDiscardText() })
  return (
    <Dialog
      open={open}
      onClose={unsaved.close}
      title={title}
      width={width}
      initialFocus={() => firstField(form)}
      footer={
        <>
          <Button onClick={unsaved.close}>{t(($) => $.common.cancel)}</Button>
          <Button
            variant={destroys ? 'danger' : 'primary'}
            type="submit"
            form={form}
            submitting={action.busy}
            disabledReason={disabledReason}
          >
            {saveLabel ?? t(($) => $.admin.form.save)}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={() => disabledReason === undefined && review.save()}>
        {draft && <EditReview draft={draft} checked={review.checked} />}
        {children}
        <RequiredNote>{t(($) => $.admin.form.requiredNote)}</RequiredNote>
        <ErrorNote error={action.error} />
      </Form>
      {unsaved.question}
    </Dialog>
  )
}

/** Saves a form once every conflict with another operator's save is decided. */
export function useReviewedSave(draft: Pick<ReviewedDraft, 'undecided'> | undefined, save: () => void) {
  const [checked, setChecked] = useState(false)
  const isOpen = draft !== undefined && draft.undecided > 0
  if (checked && !isOpen) setChecked(false)
  return { checked, save: () => (isOpen ? setChecked(true) : save()) }
}

/** Returns the first field to fill in; null for a form without fields. */
function firstField(form: string): HTMLElement | null {
  return document.getElementById(form)?.querySelector('input:not([readonly]), select, textarea') ?? null
}
