import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { CallFailure } from '../dialogs/call-failure.tsx'
import type { ServerDialogProps } from '../dialogs/dialog-props.ts'
import { type MapChoice, useMapChoice } from './map-choice.ts'
import { MapTiles } from './map-tiles.tsx'
import { WorkshopMaps } from './workshop-maps.tsx'

/** Sets map and mode of a server; asks first where people are on it. */
export function MapDialog({ server, onClose }: ServerDialogProps) {
  const { t } = useTranslation()
  /** How many were on the server when the question was asked; null while it is not. */
  const [asked, setAsked] = useState<number | null>(null)
  const choice = useMapChoice(server, () => {
    showToast({
      tone: 'good',
      title: t(($) => $.practiceDialogs.map.sent, { name: server.instance_name }),
      detail: t(($) => $.practiceDialogs.map.sentNext),
    })
    onClose()
  })
  const { applying, isComplete } = choice
  const players = server.live?.players ?? 0
  const busy = server.map_change !== null && server.map_change.state !== 'failed'
  const reason = busy
    ? t(($) => $.errors['rental.changing_map'])
    : isComplete
      ? undefined
      : t(($) => $.practiceDialogs.map.choose)
  const apply = () => {
    applying.clear()
    if (players > 0) setAsked(players)
    else void applying.run()
  }
  const confirm = async () => {
    await applying.run()
    setAsked(null)
  }
  return (
    <Dialog
      open
      width="l"
      onClose={onClose}
      title={t(($) => $.practiceDialogs.map.title)}
      footer={
        <>
          <Button onClick={onClose}>{t(($) => $.common.cancel)}</Button>
          <Button variant="primary" submitting={applying.busy} disabledReason={reason} onClick={apply}>
            {t(($) => $.practiceDialogs.map.apply)}
          </Button>
        </>
      }
    >
      <Stack gap="l">
        <MapForm choice={choice} />
        <CallFailure error={applying.error} otherwise={t(($) => $.practiceDialogs.map.failed)} />
      </Stack>
      <ConfirmDialog
        open={asked !== null}
        onCancel={() => setAsked(null)}
        onConfirm={() => void confirm()}
        title={t(($) => $.practiceDialogs.map.occupied, { count: asked ?? players })}
        message={t(($) => $.practiceDialogs.map.occupiedNext)}
        action={t(($) => $.practiceDialogs.map.apply)}
        submitting={applying.busy}
      />
    </Dialog>
  )
}

function MapForm({ choice }: { choice: MapChoice }) {
  const { t } = useTranslation()
  const { options, source, setSource, modes, mode, setMode } = choice
  if (options.isPending) return <SkeletonRows rows={4} />
  if (options.data === undefined)
    return (
      <CallFailure
        error={options.error}
        otherwise={t(($) => $.practiceDialogs.map.fetchError)}
        onRetry={() => void options.refetch()}
        retrying={options.isFetching}
      />
    )
  if (!options.data.supported || mode === undefined)
    return <Note tone="info">{t(($) => $.practiceDialogs.map.unsupported)}</Note>
  return (
    <>
      <Stack gap="s">
        <SegmentedControl
          wide
          label={t(($) => $.practiceDialogs.map.mode)}
          options={modes.map((one) => ({ value: one, text: t(($) => $.practice.card.mode[one]) }))}
          value={mode}
          onChange={setMode}
        />
        <FormText small>{t(($) => $.practiceDialogs.map.modeHint[mode])}</FormText>
      </Stack>
      <SegmentedControl
        label={t(($) => $.practiceDialogs.map.source)}
        options={(['official', 'workshop'] as const).map((one) => ({
          value: one,
          text: t(($) => $.practiceDialogs.map.sources[one]),
        }))}
        value={source}
        onChange={setSource}
      />
      {source === 'official' ? (
        <MapTiles
          label={t(($) => $.practiceDialogs.map.sources.official)}
          maps={options.data.maps.map(({ name, picture }) => ({
            id: name,
            title: t(($) => $.practiceDialogs.map.names[name]),
            picture,
          }))}
          value={choice.official}
          onChange={choice.setOfficial}
        />
      ) : (
        <WorkshopMaps choice={choice} canSearch={options.data.workshopSearch} />
      )}
    </>
  )
}
