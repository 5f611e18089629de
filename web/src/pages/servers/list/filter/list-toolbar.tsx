import type { Server } from '@clutch/contract/api/servers/servers.ts'
import type { FilterOptions } from '@clutch/contract/rules/servers/list/filter-query.ts'
import type { ServerFilter } from '@clutch/contract/rules/servers/list/server-filter.ts'
import { memo, useEffect, useRef } from 'react'
import { runLater } from '../../../../app/browser/run-later.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Pill, Pills } from '../../../../ui/buttons/pill.tsx'
import { SearchField } from '../../../../ui/search/search-field.tsx'
import { Row, Spacer } from '../../../../ui/layout/layout.tsx'
import { Switch } from '../../../../ui/buttons/switch.tsx'
import { MapSelect, ModePills, ModeSelect, RegionSelect } from './filter-choices.tsx'
import styles from './list-toolbar.module.css'

export interface ToolbarProps {
  /** All servers, unfiltered: the pills count them. */
  servers: readonly Server[]
  options: FilterOptions
  filter: ServerFilter
  onFilter: (change: Partial<ServerFilter>) => void
  onReset: () => void
  onlyFavourites: boolean
  onOnlyFavourites: (only: boolean) => void
}

type Toggle = 'hideFull' | 'hideEmpty' | 'hideOffline'

const toggles: readonly Toggle[] = ['hideFull', 'hideEmpty', 'hideOffline']

/** D1 on a desktop: mode pills, then search, maps, regions, toggles and reset. */
export const DesktopToolbar = memo(function DesktopToolbar(props: ToolbarProps) {
  const { filter, onFilter, onReset } = props
  const { t } = useTranslation()
  const search = useSearchKey()
  return (
    <>
      <ModePills servers={props.servers} options={props.options} modes={filter.modes} onFilter={onFilter} />
      <Row gap="s" wrap>
        <SearchField
          ref={search}
          label={t(($) => $.servers.search)}
          shortcut="/"
          value={filter.search}
          onChange={(text) => onFilter({ search: text })}
        />
        <MapSelect options={props.options} maps={filter.maps} onFilter={onFilter} />
        <RegionSelect options={props.options} regions={filter.regions} onFilter={onFilter} />
        <FavouritePill {...props} />
        <Spacer />
        <div className={styles.toggles}>
          {toggles.map((toggle) => (
            <Switch key={toggle} checked={filter[toggle]} onChange={(on) => onFilter({ [toggle]: on })}>
              {t(($) => $.servers[toggle])}
            </Switch>
          ))}
        </div>
        <Button variant="ghost" data-tooltip={t(($) => $.servers.resetAllTitle)} onClick={onReset}>
          {t(($) => $.servers.resetAll)}
        </Button>
      </Row>
    </>
  )
})

/** D1 on a phone: a mode dropdown beside the search, the rest as pills that scroll sideways. */
export const MobileToolbar = memo(function MobileToolbar(props: ToolbarProps) {
  const { filter, onFilter, onReset } = props
  const { t } = useTranslation()
  return (
    <>
      <Row gap="s">
        <ModeSelect
          servers={props.servers}
          options={props.options}
          modes={filter.modes}
          onFilter={onFilter}
        />
        <SearchField
          label={t(($) => $.servers.search)}
          placeholder={t(($) => $.servers.searchShort)}
          value={filter.search}
          onChange={(text) => onFilter({ search: text })}
        />
      </Row>
      <div className={styles.bleed}>
        <Pills label={t(($) => $.servers.filters)} wrap={false}>
          <MapSelect options={props.options} maps={filter.maps} onFilter={onFilter} shape="pill" />
          <RegionSelect options={props.options} regions={filter.regions} onFilter={onFilter} shape="pill" />
          {toggles.map((toggle) => (
            <Pill
              key={toggle}
              pressed={filter[toggle]}
              icon={filter[toggle] ? 'check' : undefined}
              onClick={() => onFilter({ [toggle]: !filter[toggle] })}
            >
              {t(($) => $.servers[toggle])}
            </Pill>
          ))}
          <FavouritePill {...props} />
          <Pill onClick={onReset}>{t(($) => $.servers.resetAll)}</Pill>
        </Pills>
      </div>
    </>
  )
})

function FavouritePill({ onlyFavourites, onOnlyFavourites }: ToolbarProps) {
  const { t } = useTranslation()
  return (
    <Pill pressed={onlyFavourites} icon="heart" onClick={() => onOnlyFavourites(!onlyFavourites)}>
      {t(($) => $.servers.favourites)}
    </Pill>
  )
}

/** `/` brings the focus to the search; the keys of the list load after the first view. */
function useSearchKey() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(
    () =>
      runLater(
        'the key of the search',
        () => import('../rows/row-keys.ts'),
        ({ watchSearchKey }) => watchSearchKey(() => field.current),
      ),
    [],
  )
  return field
}
