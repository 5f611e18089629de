import { Navigate, useLocation } from '../../app/router/router-provider.tsx'
import { Suspense } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { ConnectionNote } from '../../app/shell/connection-note.tsx'
import { ShellFrame } from '../../ui/layout/shell-frame.tsx'
import { SkeletonRows } from '../../ui/loading/skeleton.tsx'
import { useIsMobile } from '../../ui/state/use-media-query.ts'
import { AccessGate } from './access-gate.tsx'
import { findConsolePage } from './console-pages.ts'
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
    <>
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
    </>
  )
}

function ConsoleContent() {
  const { pathname } = useLocation()
  const found = findConsolePage(pathname)
  if (found === null) return <Navigate to="/admin" replace />
  const { path, page: ConsolePage, id } = found
  return (
    <Suspense fallback={<SkeletonRows rows={6} />}>
      <ConsolePage key={`${path} ${id}`} id={id} />
    </Suspense>
  )
}
