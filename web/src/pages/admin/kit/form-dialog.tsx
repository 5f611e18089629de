import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../app/api-error.ts'
import { FailedNote } from '../../../app/failed-note.tsx'
import type { Action } from '../../../app/use-action.ts'
import { useUnsaved } from '../../../app/use-unsaved.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { Note } from '../../../ui/note.tsx'
import { useDiscardWords } from './use-discard-words.ts'

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
  /** What it does destroys: the button is red. */
  destroys?: boolean
  /** Another operator was faster: takes their state into the form. */
  onLoadNewest?: (() => void) | undefined
  width?: 's' | 'l'
  children: ReactNode
}

/** A form in a dialog: fields, why it failed, cancel and save. */
export function FormDialog(props: FormDialogProps) {
  const {
    open,
    onClose,
    title,
    changed,
    onSave,
    action,
    saveLabel,
    onLoadNewest,
    width = 's',
    children,
  } = props
  const { destroys = false } = props
  const { t } = useTranslation()
  const form = useId()
  const unsaved = useUnsaved({ changed: open && changed, onDiscard: onClose, words: useDiscardWords() })
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
          >
            {saveLabel ?? t(($) => $.admin.form.save)}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={onSave}>
        {children}
        <SaveFailure error={action.error} onLoadNewest={onLoadNewest} />
      </Form>
      {unsaved.question}
    </Dialog>
  )
}

/** Why a form was not saved; where another operator was faster, with the way to their state. */
export function SaveFailure({
  error,
  onLoadNewest,
}: {
  error: unknown
  onLoadNewest?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  if (!isConflict(error)) return <FailedNote error={error} />
  return (
    <Note
      tone="bad"
      action={
        onLoadNewest && (
          <Button size="sm" onClick={onLoadNewest}>
            {t(($) => $.admin.form.loadNewest)}
          </Button>
        )
      }
    >
      {t(($) => $.admin.form.conflict)}
    </Note>
  )
}

/** Whether a change was refused since another operator was faster. */
function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'edit.conflict'
}

/** Where somebody begins to fill in a form; null for one that only asks. */
function firstField(form: string): HTMLElement | null {
  return document.getElementById(form)?.querySelector('input:not([readonly]), select, textarea') ?? null
}
