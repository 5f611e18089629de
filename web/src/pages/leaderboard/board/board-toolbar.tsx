import type { BoardPage } from '@clutch/contract/api/leaderboard/boards.ts'
import { boardModes, type BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { boardGroups, type BoardGroup } from '@clutch/contract/rules/accounts/groups.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { BadgeDot } from '../../../ui/people/badge.tsx'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { Dropdown, DropdownDownload } from '../../../ui/menus/dropdown.tsx'
import { Row, Spacer } from '../../../ui/layout/layout.tsx'
import { Pill, Pills } from '../../../ui/buttons/pill.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { useIsMobile } from '../../../ui/state/use-media-query.ts'
import type { BoardView } from '../board-view.ts'
import { exportAddress } from '../leaderboard.queries.ts'

interface BoardToolbarProps {
  view: BoardView
  /** Players of each group; absent before the first load. */
  counts: BoardPage['groups'] | undefined
  onMode: (mode: BoardMode) => void
  onGroup: (group: BoardGroup) => void
}

/** I1, I2: The modes, the group filter, and the download of the shown rows. */
export function BoardToolbar(props: BoardToolbarProps) {
  const mobile = useIsMobile()
  if (mobile) {
    return (
      <>
        <Modes {...props} wide />
        <Row gap="s">
          <Groups {...props} />
          <Spacer />
          <Download view={props.view} />
        </Row>
      </>
    )
  }
  return (
    <Row gap="l">
      <Modes {...props} />
      <Groups {...props} />
      <Download view={props.view} />
    </Row>
  )
}

function Modes({ view, onMode, wide = false }: BoardToolbarProps & { wide?: boolean }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      label={t(($) => $.leaderboard.modes)}
      options={boardModes.map((value) => ({ value, text: t(($) => $.leaderboard.mode[value]) }))}
      value={view.mode}
      onChange={onMode}
      wide={wide}
    />
  )
}

function Groups({ view, counts, onGroup }: BoardToolbarProps) {
  const { t } = useTranslation()
  return (
    <Pills label={t(($) => $.leaderboard.groups)} wrap={false}>
      {boardGroups.map((group) => (
        <Pill
          key={group}
          pressed={view.groups.includes(group)}
          count={counts?.[group]}
          onClick={() => onGroup(group)}
        >
          <BadgeDot tone={group} />
          {t(($) => $.leaderboard.group[group])}
        </Pill>
      ))}
    </Pills>
  )
}

function Download({ view }: { view: BoardView }) {
  const { t } = useTranslation()
  const label = t(($) => $.leaderboard.export)
  return (
    <Dropdown
      label={label}
      opener={(menu) => <IconButton {...menu} icon="download" variant="ghost" label={label} />}
    >
      <DropdownDownload href={exportAddress(view, 'csv')}>{t(($) => $.leaderboard.csv)}</DropdownDownload>
      <DropdownDownload href={exportAddress(view, 'json')}>{t(($) => $.leaderboard.json)}</DropdownDownload>
    </Dropdown>
  )
}
