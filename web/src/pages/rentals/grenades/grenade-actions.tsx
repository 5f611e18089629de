import { useRef } from 'react'
import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { GrenadesState, GrenadesView } from './use-grenades.ts'

interface GrenadeActionsProps {
  state: GrenadesState
  view: GrenadesView
  server: RentalView
}

/** What can be done with what is shown: the present line-ups, or the chosen version. */
export function GrenadeActions({ state, view, server }: GrenadeActionsProps) {
  const { t } = useTranslation()
  const { current, chosen, downloading, restoring } = state
  const target = view === 'grenades' ? current : chosen
  const nothing =
    view === 'grenades'
      ? t(($) => $.practiceDialogs.grenades.none)
      : t(($) => $.practiceDialogs.grenades.choose)
  const isCurrent = chosen?.isCurrent === true ? t(($) => $.practiceDialogs.grenades.isCurrent) : undefined
  return (
    <>
      {server.isOwner && view === 'grenades' && <UploadButton state={state} />}
      <Button
        icon="download"
        submitting={downloading.busy}
        disabledReason={target === null ? nothing : undefined}
        onClick={() => target && void downloading.run(target.id)}
      >
        {t(($) => $.practiceDialogs.grenades.download)}
      </Button>
      {server.isOwner && view === 'versions' && (
        <Button
          variant="primary"
          icon="back"
          disabledReason={chosen === null ? nothing : isCurrent}
          onClick={restoring.ask}
        >
          {t(($) => $.practiceDialogs.grenades.restore)}
        </Button>
      )}
    </>
  )
}

function UploadButton({ state: { uploading } }: { state: GrenadesState }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t(($) => $.practiceDialogs.grenades.upload)}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void uploading.run(file)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button icon="plus" submitting={uploading.busy} onClick={() => field.current?.click()}>
        {t(($) => $.practiceDialogs.grenades.upload)}
      </Button>
    </>
  )
}
