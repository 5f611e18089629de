import { grantedGroups, type GrantedGroup } from '@clutch/contract/rules/accounts/groups.ts'
import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { ApiError } from '../../../../app/api/api-error.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { Note } from '../../../../ui/messages/note.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useChanged } from '../../kit/drafts/use-changed.ts'
import type { Membership } from './membership-buttons.tsx'
import { TermField } from './term-field.tsx'
import { findTermError, type MembershipTerm, type TermError } from './membership-term.ts'
import { grantGroup, userQuery } from '../users.queries.ts'

interface GrantDialogProps {
  open: boolean
  onClose: () => void
  /** The membership to change; null for a new one. */
  membership: Membership | null
  /** Whom it is about, where that is known already. */
  steamId?: string
}

/** C18: Adds a player to a group, until a time or permanently; also a player who never signed in. */
export function GrantDialog({ open, onClose, membership, steamId = '' }: GrantDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const fixed = membership?.steamId ?? steamId
  const [typed, setTyped] = useState(fixed)
  const [group, setGroup] = useState<GrantedGroup>(membership?.group ?? 'vip')
  const [term, setTerm] = useState<MembershipTerm>({
    forGood: membership !== null && membership.expires === null,
    ends: membership?.expires ?? null,
  })
  const [checked, setChecked] = useState(false)
  const changed = useChanged({ typed, group, term })
  const [fault, setFault] = useState<TermError | null>(null)
  const who = typed.trim()
  const save = useAction(() => grantGroup(client, { steamId: who, group }, term.forGood ? null : term.ends))
  const submit = async () => {
    const wrong = findTermError(term, Date.now())
    setChecked(true)
    setFault(wrong)
    if (!isSteamId(who) || wrong !== null || !(await save.run())) return
    showToast({ tone: 'good', title: t(($) => $.adminUsers.grantedNow) })
    onClose()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={membership === null ? t(($) => $.adminUsers.grantTitle) : t(($) => $.adminUsers.changeTitle)}
      changed={changed}
      onSave={() => void submit()}
      action={save}
      saveLabel={membership === null ? t(($) => $.adminUsers.grant) : t(($) => $.admin.form.save)}
    >
      <TextField
        required
        label={t(($) => $.adminUsers.steamId)}
        value={typed}
        readOnly={fixed !== ''}
        inputMode="numeric"
        maxLength={40}
        error={checked && !isSteamId(who) ? t(($) => $.admin.form.badSteamId) : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isSteamId(who) && <GrantedPlayer steamId={who} />}
      <SelectField
        label={t(($) => $.adminUsers.group)}
        options={grantedGroups.map((value) => ({ value, text: t(($) => $.shell.badge[value]) }))}
        value={group}
        disabled={membership !== null}
        onChange={setGroup}
      />
      {group === 'op' && <Note tone="busy">{t(($) => $.adminUsers.opWarning)}</Note>}
      <TermField
        term={term}
        fault={fault}
        onChange={(changed) => {
          setTerm(changed)
          setFault(null)
        }}
      />
    </FormDialog>
  )
}

/**
 * The player's name, or a note that the SteamID is unknown here: the group then applies at their first
 * sign-in.
 */
function GrantedPlayer({ steamId }: { steamId: string }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(userQuery(steamId))
  if (data) return <Note tone="info">{t(($) => $.adminUsers.grantTo, { name: data.username })}</Note>
  const unknown = error instanceof ApiError && error.code === 'user.not_found'
  return unknown && <Note tone="busy">{t(($) => $.adminUsers.grantToNobody)}</Note>
}
