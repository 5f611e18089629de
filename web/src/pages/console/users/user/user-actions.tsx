import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { useSession } from '../../../../app/session/session.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
import { useEditing } from '../../kit/forms/use-editing.ts'
import { BlockDialog } from './block-dialog.tsx'
import { unblockUser, type UserView } from '../users.queries.ts'

/** C16: Blocks and unblocks a user. */
export function UserActions({ user }: { user: UserView }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const own = useSession()?.user.steamId === user.steamId
  const blocking = useEditing<UserView>()
  const { ask, asking } = useConfirmation()
  const unblock = () =>
    ask({
      title: t(($) => $.adminUsers.unblockTitle, { name: user.username }),
      message: t(($) => $.adminUsers.unblockText),
      action: t(($) => $.adminUsers.unblock),
      run: async () => {
        await unblockUser(client, user.id)
        showToast({ tone: 'good', title: t(($) => $.adminUsers.unblocked) })
      },
    })
  return (
    <>
      {user.block !== null && <Button onClick={unblock}>{t(($) => $.adminUsers.unblock)}</Button>}
      <Button
        variant="danger"
        disabledReason={own ? t(($) => $.adminUsers.notYourself) : undefined}
        onClick={() => blocking.edit(user)}
      >
        {user.block === null ? t(($) => $.adminUsers.block) : t(($) => $.adminUsers.changeBlock)}
      </Button>
      {blocking.turn > 0 && (
        <BlockDialog key={blocking.turn} open={blocking.open} onClose={blocking.close} user={user} />
      )}
      {asking}
    </>
  )
}
