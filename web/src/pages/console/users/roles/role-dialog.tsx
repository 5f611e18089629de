import { type Role, roleNameMaxLength } from '@clutch/contract/api/accounts/operator-roles.ts'
import {
  type AccessLevel,
  type OperatorArea,
  operatorAreas,
} from '@clutch/contract/rules/accounts/operator-rights.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { Note } from '../../../../ui/messages/note.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { useDraft, useSave } from '../../kit/drafts/use-draft.ts'
import { BilingualField } from '../../kit/forms/bilingual-field.tsx'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { RightsFields } from './rights-fields.tsx'
import { rolesQuery, saveRole } from '../users.queries.ts'

/** Adds a role, or changes what one permits. */
export function RoleDialog({
  open,
  role,
  onClose,
}: {
  open: boolean
  /** Null for a new one. */
  role: Role | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [checked, setChecked] = useState(false)
  const draft = useDraft({
    keepAs: 'role',
    item: role,
    fieldsOf: (of: Role | null) => ({ name: of?.name ?? { zh: '', en: '' }, rights: of?.rights ?? {} }),
    newest: () => client.fetchQuery({ ...rolesQuery, staleTime: 0 }),
    names: {
      name: t(($) => $.adminUsers.roles.name),
      rights: {
        name: t(($) => $.adminUsers.roles.rights),
        part: (area: OperatorArea) => t(($) => $.adminUsers.roles.areas[area]),
        show: (level: AccessLevel) => t(($) => $.adminUsers.roles[level]),
      },
    },
  })
  const { name, rights } = draft.fields
  const isNameless = name.zh.trim() === '' && name.en.trim() === ''
  const action = useSave(draft, async () => {
    await saveRole(client, draft.id, { name, rights, revision: draft.revision })
    showToast({ tone: 'good', title: t(($) => $.admin.form.saved) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (!isNameless) void action.run()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      width="l"
      title={role === null ? t(($) => $.adminUsers.roles.add) : t(($) => $.adminUsers.roles.edit)}
      changed={draft.changed}
      onSave={save}
      action={action}
      draft={draft}
    >
      <BilingualField
        required
        label={t(($) => $.adminUsers.roles.name)}
        value={name}
        max={roleNameMaxLength}
        error={checked && isNameless ? t(($) => $.adminUsers.roles.noName) : null}
        onChange={(changed) => draft.change({ name: changed })}
      />
      <RightsFields
        areas={operatorAreas}
        rights={rights}
        onChange={(changed) => draft.change({ rights: changed })}
      />
      {role !== null && <Note tone="info">{t(($) => $.adminUsers.roles.changesAtOnce)}</Note>}
    </FormDialog>
  )
}
