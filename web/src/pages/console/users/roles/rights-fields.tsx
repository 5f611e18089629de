import {
  type OperatorArea,
  type OperatorRights,
  accessLevels,
  hasRight,
  operatorAreas,
} from '@clutch/contract/rules/accounts/operator-rights.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { FieldGroup, FieldPair } from '../../../../ui/forms/field-group.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { usePermissions } from '../../kit/permissions.ts'

/** A choice for each area; what the operator may not do themselves cannot be chosen. */
export function RightsFields({
  areas,
  rights,
  onChange,
}: {
  areas: readonly OperatorArea[]
  rights: OperatorRights
  onChange: (rights: OperatorRights) => void
}) {
  const { t } = useTranslation()
  const own = usePermissions().rights
  const choose = (area: OperatorArea, level: string) => {
    const { [area]: _, ...others } = rights
    const chosen = accessLevels.find((one) => one === level)
    onChange(chosen === undefined ? others : { ...others, [area]: chosen })
  }
  const options = (area: OperatorArea) => [
    { value: '', text: t(($) => $.adminUsers.roles.none) },
    ...accessLevels
      .filter((level) => hasRight(own, area, level) || rights[area] === level)
      .map((value) => ({ value, text: t(($) => $.adminUsers.roles[value]) })),
  ]
  return (
    <FieldGroup title={t(($) => $.adminUsers.roles.rights)}>
      <FieldPair>
        {areas.map((area) => (
          <SelectField
            key={area}
            label={t(($) => $.adminUsers.roles.areas[area])}
            options={options(area)}
            value={rights[area] ?? ''}
            onChange={(level) => choose(area, level)}
          />
        ))}
      </FieldPair>
    </FieldGroup>
  )
}

/** What rights permit, in a sentence. */
export function useRightsText(): (rights: OperatorRights) => string {
  const { t } = useTranslation()
  return (rights) => {
    const parts = operatorAreas.flatMap((area) => {
      const name = t(($) => $.adminUsers.roles.areas[area])
      if (rights[area] === undefined) return []
      return [rights[area] === 'change' ? name : t(($) => $.adminUsers.roles.readOf, { area: name })]
    })
    return parts.join(t(($) => $.admin.list.between)) || t(($) => $.adminUsers.roles.nothing)
  }
}
