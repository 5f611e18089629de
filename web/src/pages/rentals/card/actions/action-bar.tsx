import { formatConnectCommand } from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { useErrorText } from '../../../../app/api/error-text.ts'
import { useCopy } from '../../../../app/copy/use-copy.ts'
import { useTask } from '../../../../app/api/use-task.ts'
import { HoldButton } from '../../../../ui/buttons/hold-button.tsx'
import { VisuallyHidden } from '../../../../ui/text/text.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { useIsMobile } from '../../../../ui/state/use-media-query.ts'
import { isExpired } from '../../rental-state.ts'
import { restartServer } from '../../rentals.queries.ts'
import { CardMenu } from './card-menu.tsx'
import { ActionCell } from './action-cell.tsx'
import type { CardProps } from '../card-props.ts'
import { lockedSeconds, useDisabledReason } from './use-disabled-reason.ts'
import styles from './action-bar.module.css'
import cell from './action-cell.module.css'

/** G4, G7: the actions side by side; what cannot be done now stays and says why. A server that stays in its region has no switch. */
export function ActionBar({ server, now, onOpen }: CardProps) {
  const { t } = useTranslation()
  const mobile = useIsMobile()
  const reason = useDisabledReason(server, now)
  const moving = server.status === 'SWITCHING' && !isExpired(server, now)
  return (
    <fieldset
      aria-label={t(($) => $.practice.card.actions, { name: server.instance_name })}
      className={styles.actions}
    >
      <div className={styles.bar}>
        <div className={styles.slot}>
          <RestartAction server={server} now={now} onOpen={onOpen} />
        </div>
        <div className={styles.slot}>
          <CopyConnectAction server={server} now={now} onOpen={onOpen} />
        </div>
        <ActionCell icon="key" reason={reason('password')} onPress={() => onOpen('password', server)}>
          {t(($) => $.practice.card.action.password)}
        </ActionCell>
        <ActionCell icon="users" reason={reason('admins')} onPress={() => onOpen('admins', server)}>
          {t(($) => $.practice.card.action.admins)}
        </ActionCell>
        <ActionCell icon="film" reason={reason('demos')} onPress={() => onOpen('demos', server)}>
          {t(($) => $.practice.card.action.demos)}
        </ActionCell>
        {server.relocatable === 1 && (
          <ActionCell
            icon="swap"
            tone={moving ? 'moving' : undefined}
            reason={reason('switch')}
            onPress={() => onOpen('region', server)}
          >
            {moving ? t(($) => $.practice.card.action.switching) : t(($) => $.practice.card.action.switch)}
          </ActionCell>
        )}
        <ActionCell icon="renew" reason={reason('renew')} onPress={() => onOpen('renew', server)}>
          {t(($) => $.practice.card.action.renew)}
        </ActionCell>
        {mobile && <CardMenu server={server} now={now} onOpen={onOpen} shape="cell" />}
      </div>
    </fieldset>
  )
}

/** G8: held for 2 s; then its lock counts down (G7). */
function RestartAction({ server, now }: CardProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const words = useErrorText()
  const reason = useDisabledReason(server, now)('restart')
  const { busy, run } = useTask()
  const locked = lockedSeconds(server, now)
  const { instance_name: name, instance_id: id } = server
  const hold = () =>
    run(async () => {
      try {
        await restartServer(client, id)
        showToast({
          tone: 'good',
          title: t(($) => $.practice.card.restarting, { name }),
          detail: t(($) => $.practice.card.restartingHint),
        })
      } catch (error) {
        showToast({ tone: 'bad', title: words(error), detail: name })
      }
    })
  return (
    <HoldButton
      icon="refresh"
      shape="cell"
      className={cell.held}
      submitting={busy}
      disabledReason={reason}
      onHold={() => void hold()}
    >
      {locked > 0 && server.isOwner
        ? t(($) => $.practice.card.action.seconds, { seconds: locked })
        : t(($) => $.practice.card.action.restart)}
    </HoldButton>
  )
}

/** G9: copies what joins it from the game's console; says so for 2 s. G7: of an expired one it says that there is nothing to join. */
function CopyConnectAction({ server, now }: CardProps) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  const reason = useDisabledReason(server, now)('copy')
  const done = copied !== null
  const said = t(($) => $.practice.card.action.copied)
  const press = () => {
    if (!isExpired(server, now)) return copy(formatConnectCommand(server))
    showToast({
      tone: 'info',
      title: t(($) => $.practice.card.copyEnded, { name: server.instance_name }),
      detail: t(($) => $.practice.card.copyEndedHint),
    })
  }
  return (
    <>
      <ActionCell
        icon={done ? 'check' : 'copy'}
        tone={done ? 'good' : undefined}
        reason={reason}
        onPress={press}
      >
        {done ? said : t(($) => $.practice.card.action.copy)}
      </ActionCell>
      {done && (
        <VisuallyHidden>
          <output>{said}</output>
        </VisuallyHidden>
      )}
    </>
  )
}
