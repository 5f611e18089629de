import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Emphasised } from '../../../ui/text/emphasised.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { CallFailure } from '../dialogs/call-failure.tsx'
import type { ServerDialogProps } from '../dialogs/dialog-props.ts'
import { GrenadeActions } from './grenade-actions.tsx'
import { GrenadeList } from './grenade-list.tsx'
import { VersionChoice } from './version-choice.tsx'
import { type GrenadesState, type GrenadesView, useGrenades } from './use-grenades.ts'

/** The line-ups that players saved on a server, and their versions; its owner restores one or adds those of a file. */
export function GrenadesDialog({ server, onClose }: ServerDialogProps) {
  const { t } = useTranslation()
  const [view, setView] = useState<GrenadesView>('grenades')
  const detail = server.instance_name
  const state = useGrenades(server.instance_id, {
    onAdded: (count) =>
      showToast({ tone: 'good', title: t(($) => $.practiceDialogs.grenades.added, { count }), detail }),
    onRestored: () =>
      showToast({ tone: 'good', title: t(($) => $.practiceDialogs.grenades.restored), detail }),
  })
  const { query, pending, restoring } = state
  return (
    <Dialog
      open
      width="l"
      onClose={onClose}
      title={t(($) => $.practiceDialogs.grenades.title)}
      footer={<GrenadeActions state={state} view={view} server={server} />}
    >
      <Stack gap="l">
        <FormText small>
          <Emphasised text={t(($) => $.practiceDialogs.grenades.lead)} />
        </FormText>
        <SegmentedControl
          label={t(($) => $.practiceDialogs.grenades.view)}
          options={(['grenades', 'versions'] as const).map((value) => ({
            value,
            text: t(($) => $.practiceDialogs.grenades.views[value]),
          }))}
          value={view}
          onChange={setView}
        />
        {pending && <Note tone="info">{t(($) => $.practiceDialogs.grenades.pending)}</Note>}
        <CallFailure
          error={query.error}
          otherwise={t(($) => $.practiceDialogs.grenades.fetchError)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
        <Failures state={state} />
        {query.isPending ? <SkeletonRows rows={3} /> : <Content state={state} view={view} />}
      </Stack>
      <ConfirmDialog
        open={restoring.asking}
        onCancel={restoring.cancel}
        onConfirm={() => void restoring.run()}
        title={t(($) => $.practiceDialogs.grenades.restoreTitle)}
        message={t(($) => $.practiceDialogs.grenades.restoreText)}
        action={t(($) => $.practiceDialogs.grenades.restore)}
        submitting={restoring.busy}
      />
    </Dialog>
  )
}

function Content({ state, view }: { state: GrenadesState; view: GrenadesView }) {
  const { t } = useTranslation()
  const { grenades, versions } = state
  if (grenades === undefined) return null
  if (view === 'versions' && versions.length > 0) return <VersionChoice state={state} />
  if (view === 'grenades' && grenades.length > 0) return <GrenadeList grenades={grenades} />
  return (
    <EmptyState icon="place" title={t(($) => $.practiceDialogs.grenades.none)}>
      <Emphasised text={t(($) => $.practiceDialogs.grenades.save)} />
    </EmptyState>
  )
}

function Failures({ state: { downloading, uploading, restoring, fault } }: { state: GrenadesState }) {
  const { t } = useTranslation()
  return (
    <>
      {fault !== null && (
        <Note tone="bad">
          {fault.kind === 'wrong-shape' && fault.at !== ''
            ? t(($) => $.practiceDialogs.grenades.fault.at, { at: fault.at })
            : t(($) => $.practiceDialogs.grenades.fault[fault.kind])}
        </Note>
      )}
      <CallFailure error={uploading.error} otherwise={t(($) => $.practiceDialogs.grenades.uploadError)} />
      <CallFailure error={downloading.error} otherwise={t(($) => $.practiceDialogs.grenades.downloadError)} />
      <CallFailure error={restoring.error} otherwise={t(($) => $.practiceDialogs.grenades.restoreError)} />
    </>
  )
}
