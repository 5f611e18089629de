import { adminNoteMaxLength } from '@clutch/contract/limits.ts'
import { useRef } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { findAddErrors, type AdminErrors } from './admin-draft.ts'
import type { useAdminDraft } from './use-admin-draft.ts'

/** G15: Adds an admin by SteamID, with a note; errors are shown while typing. */
export function AddAdmin({ draft }: { draft: ReturnType<typeof useAdminDraft> }) {
  const { admins, protectedIds, typed, type, addTyped } = draft
  const { t } = useTranslation()
  const first = useRef<HTMLInputElement>(null)
  // Not stored in state: removing an admin from the list may resolve the error.
  const faults = findAddErrors(admins, typed, protectedIds)
  const words = (fault: AdminErrors['note']) => fault && t(($) => $.errors[fault])
  const add = () => {
    if (addTyped() !== null) first.current?.focus()
  }
  return (
    <Form onSubmit={add}>
      <TextField
        ref={first}
        label={t(($) => $.practiceDialogs.admins.steamId)}
        aside={t(($) => $.practiceDialogs.admins.steamIdRule)}
        placeholder="7656119…"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        value={typed.steamid}
        error={words(faults.steamid)}
        onChange={(event) => type({ steamid: event.currentTarget.value })}
        onBlur={() => typed.steamid !== '' && type({ isDone: true })}
      />
      <TextField
        label={t(($) => $.practiceDialogs.admins.note)}
        aside={`${Array.from(typed.note.trim()).length} / ${adminNoteMaxLength}`}
        autoComplete="off"
        value={typed.note}
        error={words(faults.note)}
        onChange={(event) => type({ note: event.currentTarget.value })}
        action={
          <Button type="submit" size="field">
            {t(($) => $.practiceDialogs.admins.add)}
          </Button>
        }
      />
    </Form>
  )
}
