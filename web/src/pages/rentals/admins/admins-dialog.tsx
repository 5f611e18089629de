import { useTranslation } from '../../../locales/translate.ts'
import { useUnsavedChanges } from '../../../app/forms/use-unsaved-changes.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import type { ServerDialogProps } from '../dialogs/dialog-props.ts'
import { CallFailure } from '../dialogs/call-failure.tsx'
import { getAppliedState } from '../rental-state.ts'
import { usePortalNow } from '../portal-clock.ts'
import { AddAdmin } from './add-admin.tsx'
import { AdminList } from './admin-list.tsx'
import styles from './admins.module.css'
import { Teammates } from './teammates.tsx'
import { useAdminDraft } from './use-admin-draft.ts'

/** G15, G16: the admins of a server; its owner changes and applies them, an admin only looks. */
export function AdminsDialog({ server, onClose }: ServerDialogProps) {
  const { t } = useTranslation()
  const draft = useAdminDraft(server.instance_id)
  const { loaded, isOwner } = draft
  const unsaved = useUnsavedChanges({
    changed: draft.isUnsaved,
    onDiscard: onClose,
    words: {
      title: t(($) => $.practiceDialogs.admins.discardTitle),
      message: t(($) => $.practiceDialogs.admins.discardText),
      action: t(($) => $.practiceDialogs.admins.discard),
      keep: t(($) => $.practiceDialogs.admins.keepChanging),
    },
  })
  return (
    <Dialog
      open
      width={isOwner ? 'l' : 's'}
      onClose={unsaved.close}
      title={t(($) => $.practiceDialogs.admins.title)}
      footer={isOwner && <ApplyBar server={server} draft={draft} />}
    >
      <div className={styles.body}>
        <FormText small>{t(($) => $.practiceDialogs.admins.lead)}</FormText>
        <CallFailure
          error={loaded.error}
          otherwise={t(($) => $.practiceDialogs.admins.fetchError)}
          onRetry={() => void loaded.refetch()}
          retrying={loaded.isFetching}
        />
        {loaded.isPending && <SkeletonRows rows={3} />}
        {loaded.data !== undefined && <People id={server.instance_id} draft={draft} />}
      </div>
      {unsaved.question}
    </Dialog>
  )
}

type AdminDraft = ReturnType<typeof useAdminDraft>

function People({ id, draft }: { id: string; draft: AdminDraft }) {
  const { t } = useTranslation()
  const { admins, steamId, isOwner, change } = draft
  if (!isOwner)
    return (
      <>
        <Note tone="info">{t(($) => $.practiceDialogs.admins.ownerOnly)}</Note>
        <AdminList admins={admins} me={steamId} />
      </>
    )
  const add = (admin: (typeof admins)[number]) => change([...admins, admin])
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <AdminList
          admins={admins}
          me={steamId}
          onRemove={(steamid) => change(admins.filter((admin) => admin.steamid !== steamid))}
        />
        <AddAdmin draft={draft} />
      </div>
      <Teammates id={id} admins={admins} onPick={add} />
    </div>
  )
}

interface ApplyBarProps extends Pick<ServerDialogProps, 'server'> {
  draft: AdminDraft
}

/** The applied and the pending changes, and the button that applies them. */
function ApplyBar({ server, draft: { revision, applying, isUnsaved, apply } }: ApplyBarProps) {
  const { t } = useTranslation()
  const now = usePortalNow()
  const state = revision === null ? null : getAppliedState(server, 'admins', revision, now)
  const stateText =
    state === null
      ? t(($) => $.practiceDialogs.admins.effect)
      : t(($) => $.practiceDialogs.admins.state[state])
  const applied = state === 'applied'
  return (
    <div className={styles.bar}>
      <CallFailure error={applying.error} otherwise={t(($) => $.practiceDialogs.admins.updateError)} />
      <div className={styles.apply}>
        <output className={isUnsaved ? styles.unsaved : applied ? styles.applied : styles.stands}>
          {isUnsaved ? t(($) => $.practiceDialogs.admins.unsaved) : stateText}
        </output>
        <Button variant="primary" submitting={applying.busy} onClick={() => void apply()}>
          {t(($) => $.practiceDialogs.admins.apply)}
        </Button>
      </div>
    </div>
  )
}
