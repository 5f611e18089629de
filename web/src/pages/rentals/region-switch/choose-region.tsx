import type { RentalRegion, RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { RegionGrid } from '../region-grid/region-grid.tsx'
import { classifySwitchFailure } from './wait-for-switch.ts'

interface ChooseRegionProps {
  server: RentalView
  regions: UseQueryResult<{ success: boolean; regions: RentalRegion[] }>
  /** Why the last switch failed; null: none did. */
  error: unknown
  /** The code of the chosen one. */
  value: RentalRegion['region'] | null
  onChange: (region: RentalRegion['region']) => void
}

/** G18: what a switch deletes, and where the server may go. */
export function ChooseRegion({ server, regions, error, value, onChange }: ChooseRegionProps) {
  const { t } = useTranslation()
  const failed = regions.isError || regions.data?.success === false
  return (
    <Stack gap="l">
      {error !== null && <SwitchFailed error={error} goesOn={server.switching !== null} />}
      {/* The deletion is named before anything can be held. */}
      <Note tone="busy">{t(($) => $.practiceDialogs.region.deletion)}</Note>
      {failed && (
        <Note
          tone="bad"
          action={
            <Button size="sm" submitting={regions.isFetching} onClick={() => void regions.refetch()}>
              {t(($) => $.common.retry)}
            </Button>
          }
        >
          {t(($) => $.practiceDialogs.region.fetchError)}
        </Note>
      )}
      {regions.isPending && <SkeletonRows rows={3} />}
      {regions.data?.success === true && (
        <RegionGrid
          label={t(($) => $.practiceDialogs.region.label)}
          regions={regions.data.regions}
          current={server.region}
          value={value}
          onChange={onChange}
        />
      )}
    </Stack>
  )
}

/** Document 2 §8; where no answer came through, the switch may run all the same. */
function SwitchFailed({ error, goesOn }: { error: unknown; goesOn: boolean }) {
  const { t } = useTranslation()
  const failure = classifySwitchFailure(error)
  return (
    <Note tone="bad">
      {failure === 'response'
        ? t(($) => $.practiceDialogs.region.responseError)
        : failure === 'other'
          ? t(($) => $.practiceDialogs.region.switchError)
          : t(($) => $.errors[failure])}
      {goesOn && (
        <>
          <br />
          {t(($) => $.practiceDialogs.region.goesOn)}
        </>
      )}
    </Note>
  )
}
