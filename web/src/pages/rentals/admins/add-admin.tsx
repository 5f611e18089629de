import { adminNoteMaxLength } from '@clutch/contract/limits.ts'
import type { RentalAdmin } from '@clutch/contract/rules/rentals/rental-fields.ts'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { findAddErrors, toRentalAdmin, type AdminErrors, type TypedAdmin } from './admin-draft.ts'

interface AddAdminProps {
  admins: readonly RentalAdmin[]
  /** SteamIDs that may begin as they like. */
  protectedIds: readonly string[]
  onAdd: (admin: RentalAdmin) => void
}

const nothing: TypedAdmin = { steamid: '', note: '', isDone: false }

/** G15: Adds an admin by SteamID, with a note; errors are shown while typing. */
export function AddAdmin({ admins, protectedIds, onAdd }: AddAdminProps) {
  const { t } = useTranslation()
  const first = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(nothing)
  // Not stored in state: removing an admin from the list may resolve the error.
  const faults = findAddErrors(admins, typed, protectedIds)
  const words = (fault: AdminErrors['note']) => fault && t(($) => $.errors[fault])
  const type = (change: Partial<TypedAdmin>) => setTyped({ ...typed, isDone: false, ...change })
  const add = () => {
    const done = { ...typed, isDone: true }
    setTyped(done)
    const found = findAddErrors(admins, done, protectedIds)
    if (found.steamid !== null || found.note !== null) return
    onAdd(toRentalAdmin(typed))
    setTyped(nothing)
    first.current?.focus()
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
