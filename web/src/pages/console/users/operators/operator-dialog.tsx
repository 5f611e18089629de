import { isEmail, normalizeEmail } from '@clutch/contract/rules/accounts/email-address.ts'
import { includesPermissions, ownerRole } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { usePermissions } from '../../kit/permissions.ts'
import { useLocalizedText } from '../../rentals/rental-text.ts'
import { ServerChoice } from './server-choice.tsx'
import { rolesQuery, saveOperator, type OperatorView } from '../users.queries.ts'

interface OperatorDialogProps {
  open: boolean
  /** Null to add one, by SteamID64 or the e-mail address of a bound account. */
  op: OperatorView | null
  onClose: () => void
}

/** Makes a user an operator, or changes what one may do. */
export function OperatorDialog({ open, op, onClose }: OperatorDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [checked, setChecked] = useState(false)
  const [chosenRole, setRole] = useState(op?.role)
  const offered = useOfferedRoles(op?.role)
  // A portal may have renamed or removed the roles it came with.
  const role = chosenRole ?? (offered.find(({ id }) => id === 'moderator') ?? offered[0])?.id ?? ''
  const [serverIds, setServerIds] = useState<readonly string[]>(op?.serverIds ?? [])
  const who = op?.steamId ?? normalizeEmail(typed)
  const wrong = !isSteamId(who) && !isEmail(who)
  const save = useAction(() =>
    saveOperator(client, who, { role, serverIds: serverIds.length === 0 ? null : [...serverIds] }),
  )
  const submit = async () => {
    setChecked(true)
    if (wrong || role === '' || !(await save.run())) return
    showToast({
      tone: 'good',
      title: op === null ? t(($) => $.adminUsers.addedOp) : t(($) => $.adminUsers.roles.changedOp),
    })
    onClose()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={
        op === null
          ? t(($) => $.adminUsers.addOp)
          : t(($) => $.adminUsers.roles.changeOpTitle, { name: op.username })
      }
      changed={
        typed !== '' ||
        (op !== null && (role !== op.role || serverIds.join() !== (op.serverIds ?? []).join()))
      }
      onSave={() => void submit()}
      action={save}
      saveLabel={op === null ? t(($) => $.admin.form.add) : t(($) => $.admin.form.save)}
    >
      {op === null && (
        <TextField
          required
          label={t(($) => $.adminUsers.whoOp)}
          value={typed}
          maxLength={320}
          autoCapitalize="none"
          spellCheck={false}
          error={checked && wrong ? t(($) => $.adminUsers.badWho) : null}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <RoleField role={role} offered={offered} onChange={setRole} />
      {role === ownerRole && <Note tone="busy">{t(($) => $.adminUsers.opWarning)}</Note>}
      <ServerChoice chosen={serverIds} onChange={setServerIds} />
    </FormDialog>
  )
}

/** The roles that the operator may give: those that permit no more than their own, and the one that is held. */
function useOfferedRoles(held: string | undefined) {
  const own = usePermissions()
  const { data = [] } = useQuery(rolesQuery)
  return data.filter(
    ({ id, rights }) =>
      id === held || includesPermissions({ ...own, serverIds: null }, { rights, serverIds: null }),
  )
}

interface RoleFieldProps {
  role: string
  offered: ReturnType<typeof useOfferedRoles>
  onChange: (role: string) => void
}

function RoleField({ role, offered, onChange }: RoleFieldProps) {
  const { t } = useTranslation()
  const say = useLocalizedText()
  return (
    <SelectField
      label={t(($) => $.adminUsers.role)}
      options={offered.map(({ id, name }) => ({ value: id, text: say(name) }))}
      value={role}
      onChange={onChange}
    />
  )
}
