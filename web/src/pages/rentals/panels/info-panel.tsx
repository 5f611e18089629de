import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { useStoredText } from '../../../app/browser/use-stored-text.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { TabList } from '../../../ui/tabs/tab-list.tsx'
import { infoQuery } from '../rentals.queries.ts'
import { CollapsiblePanel } from './fold-panel.tsx'
import { PanelState } from './panel-state.tsx'
import styles from './panels.module.css'
import { PriceTable } from './price-table.tsx'
import { useOpenPanel } from './use-open-panel.ts'

const tabNames = ['intro', 'pricing'] as const
type Tab = (typeof tabNames)[number]
/** The storage key of the last viewed tab. */
const storageKey = 'practiceInfoTab'

/** G2: A description of practice servers, and their prices. */
export function InfoPanel() {
  const { t } = useTranslation()
  const { open, toggle } = useOpenPanel('info')
  const [stored, store] = useStoredText(storageKey)
  const tab: Tab = stored === 'pricing' ? 'pricing' : 'intro'
  const label = t(($) => $.practice.info.label)
  return (
    <TabList
      label={label}
      tabs={tabNames.map((value) => ({ value, text: t(($) => $.practice.info.tabs[value]) }))}
      value={tab}
      onChange={store}
    >
      {({ list, panel }) => (
        <CollapsiblePanel label={label} head={list} open={open} onToggle={toggle}>
          {(unfolded) => panel(tab === 'intro' ? <Intro all={unfolded} /> : <PriceTable all={unfolded} />)}
        </CollapsiblePanel>
      )}
    </TabList>
  )
}

/** The operator's own words, one after the other; folded, the first of them. */
function Intro({ all }: { all: boolean }) {
  const { i18n } = useTranslation()
  const info = useQuery(infoQuery(i18n.language as Language))
  if (info.data === undefined) return <PanelState result={info} all={all} />
  const { bullets } = info.data
  return (
    <ul className={styles.bullets}>
      {(all ? bullets : bullets.slice(0, 1)).map((bullet) => (
        <li key={bullet} className={styles.bullet}>
          <Icon name="check" size="s" />
          <span>{bullet}</span>
        </li>
      ))}
    </ul>
  )
}
