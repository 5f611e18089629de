import { regionSwitchesPerDay } from '@clutch/contract/limits.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { ChoiceCards } from '../../../ui/choices/choice-card.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import type { RegionMode } from './new-server-draft.ts'

interface ModeChoiceProps {
  value: RegionMode | null
  onChange: (mode: RegionMode) => void
}

/** G10: whether the server can be moved later; it is part of the price. */
export function ModeChoice({ value, onChange }: ModeChoiceProps) {
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
