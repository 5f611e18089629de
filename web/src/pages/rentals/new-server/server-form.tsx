import type { Reply } from '@clutch/contract/api/call.ts'
import type { listRegions } from '@clutch/contract/api/rentals/rentals.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, type Ref } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import type { ApiError } from '../../../app/api/api-error.ts'
import { useErrorCodeText } from '../../../app/api/error-text.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import type { MethodChoiceState } from '../../../app/payment/purchase/purchase-item.ts'
import { Note } from '../../../ui/messages/note.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { TermChoice } from '../purchase/term-choice.tsx'
import { RegionGrid } from '../region-grid/region-grid.tsx'
import type { NewServerDraft, RegionMode } from './new-server-draft.ts'
import { KindChoice } from './kind-choice.tsx'
import { ServerFields } from './server-fields.tsx'
import { regionSwitchesPerDay } from '@clutch/contract/limits.ts'
import { ChoiceCards } from '../../../ui/choices/choice-card.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'

/** What the portal may refuse that is said at a field of this form. */
export const ownErrors: readonly ApiError['code'][] = [
  'rental.name_required',
  'rental.name_length',
  'rental.name_invalid',
  'rental.password_required',
  'rental.password_length',
  'rental.password_invalid',
  'region.not_found',
  'region.unavailable',
]

interface ServerFormProps {
  nameField: Ref<HTMLInputElement>
  draft: NewServerDraft
  onChange: (part: Partial<NewServerDraft>) => void
  regions: UseQueryResult<Reply<typeof listRegions>>
  choice: MethodChoiceState
}

/** G10: the form of a new server, but for the way it is paid. */
export function ServerForm({ nameField, draft, onChange, regions, choice }: ServerFormProps) {
  const { refused } = choice
  return (
    <>
      <KindChoice />
      <ServerFields
        nameField={nameField}
        name={draft.name}
        password={draft.password}
        refused={refused}
        onName={(name) => onChange({ name })}
        onPassword={(password) => onChange({ password })}
      />
      <ModeChoice value={draft.mode} onChange={(mode) => onChange({ mode })} />
      <Regions
        regions={regions}
        open={draft.mode !== null}
        refused={refused}
        value={draft.region}
        onChange={(region) => onChange({ region })}
      />
      <TermChoice
        mode={draft.mode ?? 'fixed'}
        choice={choice}
        value={draft.duration}
        onChange={(duration) => onChange({ duration })}
      />
    </>
  )
}

interface RegionsProps {
  regions: ServerFormProps['regions']
  open: boolean
  refused: ApiError['code'] | null
  value: NewServerDraft['region']
  onChange: (region: NonNullable<NewServerDraft['region']>) => void
}

/** The regions, once they are known; after one was refused they are asked for again. */
function Regions({ regions, open, refused, value, onChange }: RegionsProps) {
  const { t } = useTranslation()
  const words = useErrorCodeText()
  const ofRegion = refused?.startsWith('region.') === true ? refused : null
  const again = () => void regions.refetch()
  const ask = useEffectEvent(again)
  useEffect(() => {
    if (ofRegion !== null) ask()
  }, [ofRegion])
  if (regions.data === undefined)
    return regions.isError ? (
      <ErrorNote error={regions.error} retrying={regions.isFetching} onRetry={again} />
    ) : (
      <SkeletonRows rows={3} />
    )
  if (regions.data.regions.length === 0) return <Note tone="info">{t(($) => $.practiceBuy.noRegions)}</Note>
  return (
    <RegionGrid
      label={t(($) => $.practiceBuy.region)}
      regions={regions.data.regions}
      current={null}
      closed={open ? null : t(($) => $.practiceBuy.modeFirst)}
      error={ofRegion === null ? null : words(ofRegion)}
      value={value}
      onChange={onChange}
    />
  )
}

interface ModeChoiceProps {
  value: RegionMode | null
  onChange: (mode: RegionMode) => void
}

/** G10: whether the server can be moved later; it is part of the price. */
function ModeChoice({ value, onChange }: ModeChoiceProps) {
  const { t } = useTranslation()
  return (
    <ChoiceCards
      label={t(($) => $.practiceBuy.mode)}
      options={[
        {
          value: 'fixed',
          title: t(($) => $.practiceBuy.modes.fixed),
          detail: t(($) => $.practiceBuy.fixedHint),
          picture: <Icon name="place" size="l" />,
        },
        {
          value: 'flexible',
          title: t(($) => $.practiceBuy.modes.flexible),
          badge: t(($) => $.practiceBuy.flexibleBadge),
          detail: t(($) => $.practiceBuy.flexibleHint, { times: regionSwitchesPerDay }),
          picture: <Icon name="swap" size="l" />,
        },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
