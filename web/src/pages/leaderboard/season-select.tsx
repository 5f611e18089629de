import { allTime } from '@clutch/contract/limits.ts'
import type { SeasonChoice } from '@clutch/contract/rules/leaderboard/season-choice.ts'
import { useTranslation } from '../../locales/translate.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { joinClassNames } from '../../ui/styles/class-names.ts'
import { Dropdown, DropdownChoice, DropdownNote } from '../../ui/menus/dropdown.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useIsMobile } from '../../ui/state/use-media-query.ts'
import styles from './season-select.module.css'
import type { Season } from './use-seasons.ts'

interface SeasonSelectProps {
  seasons: readonly Season[]
  season: SeasonChoice
  onChange: (season: SeasonChoice) => void
  /** I7: the list of seasons is being looked at. */
  onOpen?: () => void
}

/** I1: all time, or one of the seasons. */
export function SeasonSelect(props: SeasonSelectProps) {
  return useIsMobile() ? <CompactSeasonSelect {...props} /> : <WideSeasonSelect {...props} />
}

/** All time and Season beside each other; the seasons hang below the second. */
function WideSeasonSelect({ seasons, season, onChange, onOpen }: SeasonSelectProps) {
  const { t } = useTranslation()
  const chosen = seasons.find(({ id }) => id === season)
  const [newest] = seasons
  return (
    <fieldset aria-label={t(($) => $.leaderboard.time)} className={styles.control}>
      <button
        type="button"
        className={joinClassNames(styles.option, season === allTime && styles.on)}
        aria-pressed={season === allTime}
        onClick={() => season !== allTime && onChange(allTime)}
      >
        {t(($) => $.leaderboard.allTime)}
      </button>
      <Dropdown
        label={t(($) => $.leaderboard.seasons)}
        hover
        {...(onOpen && { onOpen })}
        opener={({ onClick, ...menu }) => (
          <button
            type="button"
            {...menu}
            className={joinClassNames(styles.option, chosen && styles.on)}
            aria-pressed={chosen !== undefined}
            onClick={(event) => {
              // I6: Season with none chosen is the newest.
              if (chosen === undefined && newest !== undefined) onChange(newest.id)
              onClick(event)
            }}
          >
            <span className={styles.name}>{chosen?.name ?? t(($) => $.leaderboard.season)}</span>
            <span className={joinClassNames(styles.chevron, menu['aria-expanded'] && styles.up)}>
              <Icon name="chevron" size="s" />
            </span>
          </button>
        )}
      >
        <Seasons seasons={seasons} season={season} onChange={onChange} />
        {seasons.length === 0 && <DropdownNote>{t(($) => $.leaderboard.noSeasons)}</DropdownNote>}
      </Dropdown>
    </fieldset>
  )
}

/** On a phone everything is in one menu. */
function CompactSeasonSelect({ seasons, season, onChange, onOpen }: SeasonSelectProps) {
  const { t } = useTranslation()
  const chosen = seasons.find(({ id }) => id === season)
  return (
    <Dropdown
      label={t(($) => $.leaderboard.time)}
      {...(onOpen && { onOpen })}
      opener={(menu) => (
        <Button {...menu} trailing="chevron" className={styles.button}>
          <span className={styles.name}>{chosen?.name ?? t(($) => $.leaderboard.allTime)}</span>
        </Button>
      )}
    >
      <DropdownChoice chosen={season === allTime} onChoose={() => onChange(allTime)}>
        {t(($) => $.leaderboard.allTime)}
      </DropdownChoice>
      <Seasons seasons={seasons} season={season} onChange={onChange} />
      {seasons.length === 0 && <DropdownNote>{t(($) => $.leaderboard.noSeasons)}</DropdownNote>}
    </Dropdown>
  )
}

function Seasons({ seasons, season, onChange }: Omit<SeasonSelectProps, 'onOpen'>) {
  return seasons.map(({ id, name }) => (
    <DropdownChoice key={id} chosen={id === season} onChoose={() => id !== season && onChange(id)}>
      {name}
    </DropdownChoice>
  ))
}
