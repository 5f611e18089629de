import { lazyRouteComponent } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/layout.tsx'
import { usePortal } from './portal.ts'

/** Loaded by the routes that show it before they are drawn. */
export const ServerListPage = lazyRouteComponent(
  () => import('../pages/servers/list/server-list-page.tsx'),
  'ServerListPage',
)

/** A1: the server list, or an honest word where the operator has switched it off. */
export function Home() {
  const { features } = usePortal()
  const { t } = useTranslation()
  if (!features.servers.enabled) {
    return (
      <Page>
        <EmptyState icon="servers" title={t(($) => $.shell.nothingHere)}>
          {t(($) => $.shell.nothingHereHint)}
        </EmptyState>
      </Page>
    )
  }
  return <ServerListPage />
}
