import type { Portal } from '@clutch/contract/api/content/portal.ts'
import { withFirstWords, withPageWords } from '../../../locales/lazy-words.ts'
import { lazyPage } from './lazy-page.tsx'
import { usePortal } from '../../portal/portal-context.ts'

/** Loaded by the routes that show it before they are drawn. */
export const ServerListPage = lazyPage(
  () => withFirstWords('servers', import('../../../pages/servers/list/server-list-page.tsx')),
  'ServerListPage',
)

/** The same. */
export const VipPage = lazyPage(
  () => withPageWords('vip', import('../../../pages/vip/offer/vip-page.tsx')),
  'VipPage',
)

/** A1, A7: The page behind the sign-in dialog: the one `/` leads to. */
export function HomePage() {
  return usePortal().features.servers.enabled ? <ServerListPage /> : <VipPage />
}

export function preloadHome({ features }: Portal): Promise<unknown> | undefined {
  return (features.servers.enabled ? ServerListPage : VipPage).preload?.()
}
