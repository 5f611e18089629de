import { Navigate, useLocation, useRouter } from '../../app/router/router-provider.tsx'
import { Suspense, useEffect } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { ConnectionNote } from '../../app/shell/connection-note.tsx'
import { ConsolePage } from './kit/console-page.tsx'
import { ShellFrame } from '../../ui/layout/shell-frame.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { SkeletonRows } from '../../ui/loading/skeleton.tsx'
import { useIsMobile } from '../../ui/state/use-media-query.ts'
import { AccessGate } from './access-gate.tsx'
import { findConsolePage } from './console-pages.ts'
import type { ConsolePath } from './kit/console-paths.ts'
import { PermissionsContext, maySeePage, useLoadedPermissions, usePermissions } from './kit/permissions.ts'
import { ConsoleActions } from './shell/console-actions.tsx'
import { ConsoleLogo } from './shell/console-logo.tsx'
import { ConsoleMenu } from './shell/console-menu.tsx'
import { ConsoleNavigation } from './shell/console-navigation.tsx'
import { CurrentArea } from './shell/current-area.tsx'

/** The operators' console: its own sidebar and header around the page of the address, for operators only. */
export function Console() {
  const { t } = useTranslation()
  const mobile = useIsMobile()
  return (
    <PermissionsContext value={useLoadedPermissions()}>
      <ShellFrame
        skipLabel={t(($) => $.shell.skip)}
        logo={<ConsoleLogo />}
        sidebar={<ConsoleNavigation />}
        announcement={<CurrentArea />}
        actions={<ConsoleActions />}
        mobile={mobile}
      >
        <ConnectionNote />
        <AccessGate>
          <ConsoleContent />
        </AccessGate>
      </ShellFrame>
      {mobile && <ConsoleMenu />}
    </PermissionsContext>
  )
}

/** Former addresses of pages, which bookmarks may hold. */
const movedPages: Readonly<Record<string, ConsolePath>> = { '/admin/rentals/machines': 'rentals/hosts' }

function MovedPage({ to }: { to: ConsolePath }) {
  const router = useRouter()
  useEffect(() => {
    void router.navigate({ to: '/admin/$', params: { _splat: to }, replace: true })
  }, [router, to])
  return null
}

function ConsoleContent() {
  const { pathname } = useLocation()
  const permissions = usePermissions()
  const moved = movedPages[pathname]
  if (moved !== undefined) return <MovedPage to={moved} />
  const found = findConsolePage(pathname)
  if (found === null) return <Navigate to="/admin" replace />
  const { path, page: Content, id } = found
  if (!maySeePage(permissions, path)) return <NotPermitted />
  return (
    <Suspense fallback={<SkeletonRows rows={6} />}>
      <Content key={`${path} ${id}`} id={id} />
    </Suspense>
  )
}

function NotPermitted() {
  const { t } = useTranslation()
  return (
    <ConsolePage>
      <EmptyState icon="shield" title={t(($) => $.admin.gate.notPermitted)}>
        {t(($) => $.admin.gate.notPermittedNext)}
      </EmptyState>
    </ConsolePage>
  )
}
