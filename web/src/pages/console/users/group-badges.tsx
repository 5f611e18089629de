import type { GrantedGroup } from '@clutch/contract/rules/accounts/groups.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Badge } from '../../../ui/people/badge.tsx'
import { Row } from '../../../ui/layout/layout.tsx'

/** The groups somebody holds; `-` for none. */
export function GroupBadges({ groups }: { groups: readonly GrantedGroup[] }) {
  const { t } = useTranslation()
  if (groups.length === 0) return '-'
  return (
    <Row gap="xs">
      {groups.map((group) => (
        <Badge key={group} tone={group}>
          {t(($) => $.shell.badge[group])}
        </Badge>
      ))}
    </Row>
  )
}
