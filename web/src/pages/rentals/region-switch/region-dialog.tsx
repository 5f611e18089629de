import type { RentalRegion } from '@clutch/contract/api/rentals/rentals.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageLanguage, useTranslation } from '../../../locales/translate.ts'
import { useSession } from '../../../app/session/session.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormDone, FormText } from '../../../ui/forms/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import type { ServerDialogProps } from '../dialogs/dialog-props.ts'
import { OkButton } from '../dialogs/ok-button.tsx'
import { regionsQuery } from '../rentals.queries.ts'
import { ChooseRegion } from './choose-region.tsx'
import { SwitchBar } from './switch-bar.tsx'
import { useRegionSwitch } from './use-region-switch.ts'
import { slowRegionSwitchMs } from '@clutch/contract/limits.ts'
import { useNow } from '../../../app/time/use-now.ts'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { formatMinutes } from '../card/status/creation-steps.ts'
import styles from './region-dialog.module.css'

/** G18: moves a server to another region: chosen, held, waited for, confirmed. */
export function RegionDialog({ server, onClose }: ServerDialogProps) {
  const { t } = useTranslation()
  const steamId = useSession()?.user.steamId ?? ''
  const regions = useQuery(regionsQuery(steamId))
  const [wanted, setWanted] = useState<RentalRegion['region'] | null>(null)
  const { state, begin } = useRegionSwitch(server)
  // The list may have been asked for again since: the region as it is now counts.
  const target = regions.data?.regions.find(
    ({ region, available }) => region === wanted && region !== server.region && available,
  )
  const isChoosing = state.at === 'choosing'
  return (
    <Dialog
      open
      width={isChoosing ? 'l' : 's'}
      onClose={onClose}
      title={t(($) => $.practiceDialogs.region.title)}
      footer={
        isChoosing ? (
          <SwitchBar server={server} target={target ?? null} onHold={(region) => void begin(region)} />
        ) : (
          state.at !== 'running' && <OkButton onClick={onClose} />
        )
      }
    >
      {state.at === 'choosing' && (
        <ChooseRegion
          server={server}
          regions={regions}
          error={state.error}
          value={target?.region ?? null}
          onChange={setWanted}
        />
      )}
      {state.at === 'running' && (
        <SwitchProgress name={state.target.name[pageLanguage()]} since={state.since} />
      )}
      {state.at === 'done' && <Done name={state.target.name[pageLanguage()]} />}
      {state.at === 'timeout' && <Timeout />}
      {state.at === 'failed' && <Note tone="bad">{t(($) => $.errors['switch.failed'])}</Note>}
    </Dialog>
  )
}

function Done({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <FormDone title={t(($) => $.practiceDialogs.region.done, { region: name })}>
      <FormText>{t(($) => $.practiceDialogs.region.doneNext)}</FormText>
    </FormDone>
  )
}

/** G18: the page has stopped waiting, the portal has not. */
function Timeout() {
  const { t } = useTranslation()
  return (
    <Stack gap="l">
      <Note tone="busy">
        <b>{t(($) => $.practiceDialogs.region.waited)}</b>
        <br />
        {t(($) => $.practiceDialogs.region.timeoutError)}
      </Note>
      <FormText>{t(($) => $.practiceDialogs.region.goesOn)}</FormText>
    </Stack>
  )
}

interface SwitchRunningProps {
  /** Where the server goes, in words. */
  name: string
  /** Since when, ms since 1970. */
  since: number
}

/** G18: how long it has lasted, and from a minute on that it is long. */
function SwitchProgress({ name, since }: SwitchRunningProps) {
  const { t } = useTranslation()
  const elapsed = useNow() - since
  return (
    <div className={styles.running}>
      <Spinner size="l" />
      <output className={styles.title}>{t(($) => $.practiceDialogs.region.running, { region: name })}</output>
      <p className={styles.elapsed}>
        <span>{t(($) => $.practiceDialogs.region.elapsed)}</span>
        <span role="timer" aria-label={t(($) => $.practiceDialogs.region.elapsed)} className={styles.time}>
          {formatMinutes(elapsed)}
        </span>
      </p>
      {elapsed >= slowRegionSwitchMs && (
        <Note tone="busy">{t(($) => $.practiceDialogs.region.longWait)}</Note>
      )}
      <FormText small>{t(($) => $.practiceDialogs.region.runningNext)}</FormText>
    </div>
  )
}
