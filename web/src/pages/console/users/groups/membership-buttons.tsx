import type { GrantedGroup } from '@clutch/contract/rules/accounts/groups.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { useSession } from '../../../../app/session/session.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Row } from '../../../../ui/layout/layout.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
import { revokeGroup } from '../users.queries.ts'

export interface Membership {
  steamId: string
  group: GrantedGroup
  /** Ms since 1970 (UTC), null for permanent. */
  expires: number | null
}

interface MembershipButtonsProps {
  membership: Membership
  onChange: (membership: Membership) => void
}

/** C18: changes when a membership ends, or takes it away at once. */
export function MembershipButtons({ membership, onChange }: MembershipButtonsProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const ownOp = useSession()?.user.steamId === membership.steamId && membership.group === 'op'
  const { ask, asking } = useConfirmation()
  const group = t(($) => $.shell.badge[membership.group])
  const revoke = () =>
    ask({
      title: t(($) => $.adminUsers.revokeTitle, { group }),
      message: t(($) => $.adminUsers.revokeText, { steamId: membership.steamId }),
      action: t(($) => $.adminUsers.revoke),
      run: async () => {
        await revokeGroup(client, membership)
        showToast({ tone: 'good', title: t(($) => $.adminUsers.revoked) })
      },
    })
  return (
    <Row gap="s">
      <Button
        size="sm"
        disabledReason={ownOp ? t(($) => $.adminUsers.notYourself) : undefined}
        onClick={() => onChange(membership)}
      >
        {t(($) => $.admin.form.edit)}
      </Button>
      <Button
        size="sm"
        disabledReason={ownOp ? t(($) => $.adminUsers.notYourself) : undefined}
        onClick={revoke}
      >
        {t(($) => $.adminUsers.revoke)}
      </Button>
      {asking}
    </Row>
  )
}
