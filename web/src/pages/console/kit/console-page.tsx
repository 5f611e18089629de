import { createLink } from '../../../app/router/page-anchor.tsx'
import { useLocation } from '../../../app/router/router-provider.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Page, PageHeader } from '../../../ui/layout/layout.tsx'
import { TabLink, Tabs } from '../../../ui/tabs/tabs.tsx'
import { findArea } from './areas.ts'
import { maySeePage, usePermissions } from './permissions.ts'

const Tab = createLink(TabLink)

interface ConsolePageProps {
  /** The subject of the page, where it is not its whole area. */
  title?: string | undefined
  /** Facts under the title. */
  facts?: ReactNode
  /** At the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of the console: the title of its area, the pages beside it as tabs, and its content. */
export function ConsolePage({ title, facts, actions, children }: ConsolePageProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const area = findArea(pathname)
  const permissions = usePermissions()
  const tabs = area.tabs.filter(({ path }) => maySeePage(permissions, path))
  const name = title ?? t(($) => $.admin.areas[area.word])
  return (
    <Page>
      <PageHeader title={name} facts={facts} actions={actions} />
      {title === undefined && tabs.length > 0 && (
        <Tabs label={name}>
          {tabs.map(({ word, path }) => (
            <Tab key={path} to="/admin/$" params={{ _splat: path }}>
              {t(($) => $.admin.tabs[word])}
            </Tab>
          ))}
        </Tabs>
      )}
      {children}
    </Page>
  )
}
