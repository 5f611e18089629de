import type { Role } from '@clutch/contract/api/accounts/operator-roles.ts'
import { ownerRole } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import type { Column } from '../../kit/list/columns.ts'
import { ResourcePage } from '../../kit/list/resource-page.tsx'
import { useLocalizedText } from '../../rentals/rental-text.ts'
import { removeRole, rolesQuery } from '../users.queries.ts'
import { useRightsText } from './rights-fields.tsx'
import { RoleDialog } from './role-dialog.tsx'

/** C18: the roles of operators, and what each permits. */
export function RolesPage() {
  const { t } = useTranslation()
  const say = useLocalizedText()
  return (
    <ResourcePage
      query={rolesQuery}
      label={t(($) => $.adminUsers.roles.label)}
      columns={useColumns()}
      keyOf={({ id }) => id}
      isFixed={({ id }) => id === ownerRole}
      addText={t(($) => $.adminUsers.roles.add)}
      editLabel={({ name }) => t(($) => $.adminUsers.roles.editOf, { name: say(name) })}
      removal={{
        label: ({ name }) => t(($) => $.adminUsers.roles.removeOf, { name: say(name) }),
        title: ({ name }) => t(($) => $.adminUsers.roles.removeTitle, { name: say(name) }),
        message: () => t(($) => $.adminUsers.roles.removeText),
        run: removeRole,
        doneText: t(($) => $.adminUsers.roles.removed),
      }}
      renderDialog={({ open, item, onClose }) => <RoleDialog open={open} onClose={onClose} role={item} />}
    />
  )
}

function useColumns(): Column<Role>[] {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const rightsText = useRightsText()
  const permits = ({ id, rights }: Role) =>
    id === ownerRole ? t(($) => $.adminUsers.roles.everything) : rightsText(rights)
  return [
    { id: 'name', title: t(($) => $.adminUsers.roles.name), value: ({ name }) => say(name) },
    { id: 'permits', title: t(($) => $.adminUsers.roles.permits), value: permits, grow: true },
    {
      id: 'holders',
      title: t(($) => $.adminUsers.roles.holders),
      value: ({ holders }) => holders,
      end: true,
    },
  ]
}
