import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { FirstViewPart } from '../../app/first-view/first-view-part.tsx'
import { Page, PageHeader } from '../../ui/layout/layout.tsx'
import { useIsMobile } from '../../ui/state/use-media-query.ts'
import { MyServers } from './list/my-servers.tsx'
import { CommandsPanel } from './panels/commands-panel.tsx'
import { InfoPanel } from './panels/info-panel.tsx'
import styles from './panels/panels.module.css'
import { infoQuery } from './rentals.queries.ts'

/** G1–G9: what practice servers are, the commands of their chat, and one's own. */
export function PracticePage() {
  const { t, i18n } = useTranslation()
  const info = useQuery(infoQuery(i18n.language as Language))
  const mobile = useIsMobile()
  const [ready, setReady] = useState<string | null>(null)
  const title = ready === null ? t(($) => $.practice.title) : t(($) => $.practice.readyTitle, { name: ready })
  const lead = <span className={styles.lead}>{info.data?.lead}</span>
  return (
    <Page measured>
      <PageHeader
        title={t(($) => $.practice.title)}
        tabTitle={title}
        facts={mobile && lead}
        actions={!mobile && lead}
      />
      <div className={styles.duo}>
        <InfoPanel />
        <CommandsPanel />
      </div>
      <FirstViewPart>
        <MyServers onReady={setReady} />
      </FirstViewPart>
    </Page>
  )
}
