import type { Server } from '@clutch/contract/api/servers/servers.ts'
import type { FilterOptions } from '@clutch/contract/rules/servers/list/filter-query.ts'
import { gameModes } from '@clutch/contract/rules/servers/game-modes.ts'
import type { ServerFilter } from '@clutch/contract/rules/servers/list/server-filter.ts'
import { memo, useMemo } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { MultiSelect } from '../../../../ui/menus/multi-select.tsx'
import { Pill, Pills } from '../../../../ui/buttons/pill.tsx'
import { useServerText } from '../../use-server-text.ts'
import { countModes } from '../list-counts.ts'
import { withChosen } from './filter-options.ts'

interface ChoiceProps {
  options: FilterOptions
  onFilter: (change: Partial<ServerFilter>) => void
}

interface ModeProps extends ChoiceProps {
  /** All servers, unfiltered: the modes are counted in them. */
  servers: readonly Server[]
  modes: readonly string[]
}

/** Many modes may be on; "all" turns them off. Memoised, as all choices are: typing in the search draws none of them. */
export const ModePills = memo(function ModePills({ servers, options, modes, onFilter }: ModeProps) {
  const { t } = useTranslation()
  const words = useServerText()
  const counts = useMemo(() => countModes(servers), [servers])
  return (
    <Pills label={t(($) => $.servers.modesLabel)}>
      <Pill
        pressed={modes.length === 0}
        count={servers.length || undefined}
        onClick={() => onFilter({ modes: [] })}
      >
        {t(($) => $.servers.allModesShort)}
      </Pill>
      {listOfferedModes(options, modes).map((mode) => (
        <Pill
          key={mode}
          pressed={modes.includes(mode)}
          count={counts.get(mode) ?? 0}
          onClick={() => onFilter({ modes: toggleValue(modes, mode) })}
        >
          {words.mode(mode)}
        </Pill>
      ))}
    </Pills>
  )
})

/** The same choice as a dropdown; its text is the one chosen mode. */
export const ModeSelect = memo(function ModeSelect({ servers, options, modes, onFilter }: ModeProps) {
  const { t } = useTranslation()
  const words = useServerText()
  const counts = useMemo(() => countModes(servers), [servers])
  const all = listOfferedModes(options, modes)
  const only = modes.length === 1 ? all.find((mode) => mode === modes[0]) : undefined
  const none = modes.length === 0 ? t(($) => $.servers.allModes) : undefined
  return (
    <MultiSelect
      label={t(($) => $.servers.modesLabel)}
      text={only ? words.mode(only) : none}
      options={all.map((mode) => ({ value: mode, text: words.mode(mode), count: counts.get(mode) ?? 0 }))}
      chosen={modes}
      onChange={(chosen) => onFilter({ modes: chosen })}
    />
  )
})

interface SelectProps extends ChoiceProps {
  shape?: 'button' | 'pill'
}

export const MapSelect = memo(function MapSelect(props: SelectProps & { maps: readonly string[] }) {
  const { options, maps, onFilter, shape } = props
  const { t } = useTranslation()
  return (
    <MultiSelect
      label={t(($) => $.servers.maps)}
      options={withChosen(options.maps, maps).map((map) => ({ value: map, text: map }))}
      chosen={maps}
      onChange={(chosen) => onFilter({ maps: chosen })}
      shape={shape}
    />
  )
})

export const RegionSelect = memo(function RegionSelect(props: SelectProps & { regions: readonly string[] }) {
  const { options, regions, onFilter, shape } = props
  const { t } = useTranslation()
  const words = useServerText()
  return (
    <MultiSelect
      label={t(($) => $.servers.regions)}
      options={withChosen(options.regions, regions).map((region) => ({
        value: region,
        text: words.region(region),
      }))}
      chosen={regions}
      onChange={(chosen) => onFilter({ regions: chosen })}
      shape={shape}
    />
  )
})

function listOfferedModes(options: FilterOptions, chosen: readonly string[]) {
  return gameModes.filter((mode) => options.modes.includes(mode) || chosen.includes(mode))
}

function toggleValue(list: readonly string[], value: string): string[] {
  return list.includes(value) ? list.filter((other) => other !== value) : [...list, value]
}
