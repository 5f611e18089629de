import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { preloadFloatingAtIdle } from '../../ui/dialogs/lazy-floating.ts'
import { BareFrame, ShellFrame } from '../../ui/layout/shell-frame.tsx'
import { Toasts } from '../../ui/messages/toasts.tsx'
import { TooltipHost } from '../../ui/dialogs/tooltip-host.tsx'
import { useIsMobile } from '../../ui/state/use-media-query.ts'
import { markPageShown } from '../browser/chunk-loading.ts'
import { VipEnding } from './account/account.tsx'
import { Announcement } from './announcement.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { CopyByHand } from '../copy/manual-copy.tsx'
import { ErrorBanner } from './error-banner.tsx'
import { HeaderActions } from './header-actions.tsx'
import { Inventory } from './inventory.tsx'
import { Logo } from './logo.tsx'
import { Maintenance } from './maintenance.tsx'
import { MobileSidebar } from './sidebar/mobile-sidebar.tsx'
import { Navigation } from './sidebar/navigation.tsx'
import { SidebarFooter } from './sidebar/sidebar-footer.tsx'
import { SignIn } from './sign-in.tsx'
import { usePageFocus } from './use-focus.ts'
import { useSessionChecks } from './use-session-checks.ts'
import { useSidebar } from './sidebar/use-sidebar.ts'

/** What stands around every page, and what floats above it; the purchase page stands alone, framed or not (F4). */
export function Shell() {
  const frame = useLocation({ select: ({ pathname }) => frameAt(pathname) })
  const [kept, setKept] = useState(false)
  if (frame === 'inventory' && !kept) setKept(true)
  useSessionChecks()
  usePageFocus()
  useEffect(preloadFloatingAtIdle, [])
  useEffect(markPageShown, [])
  return (
    <>
      {frame === 'bare' && (
        <BareFrame>
          <ConnectionNote />
          <Outlet />
        </BareFrame>
      )}
      {frame === 'console' && <Outlet />}
      {(hasPortalFrame(frame) || kept) && <PortalFrame frame={frame} inventory={kept} />}
      <SignIn />
      <CopyByHand />
      <Toasts />
      <TooltipHost />
    </>
  )
}

type Frame = 'bare' | 'console' | 'portal' | 'inventory'

/** The console brings a frame of its own; the inventory stands in that of the portal, beside its pages. */
function frameAt(path: string): Frame {
  if (/^\/subscribe\/*$/.test(path)) return 'bare'
  if (/^\/inventory\/*$/.test(path)) return 'inventory'
  return /^\/admin(\/|$)/.test(path) ? 'console' : 'portal'
}

function hasPortalFrame(frame: Frame): boolean {
  return frame === 'portal' || frame === 'inventory'
}

interface AroundProps {
  frame: Frame
  /** A5: the inventory was visited: it is kept, and with it what stands around it. */
  inventory: boolean
}

/** Header and sidebar; hidden where another frame is shown. */
function PortalFrame({ frame, inventory }: AroundProps) {
  const mobile = useIsMobile()
  const { t } = useTranslation()
  const shown = hasPortalFrame(frame)
  return (
    <>
      <ShellFrame
        hidden={!shown}
        skipLabel={t(($) => $.shell.skip)}
        logo={<Logo />}
        sidebar={
          <>
            <Navigation />
            <SidebarFooter />
          </>
        }
        announcement={<Announcement />}
        actions={<HeaderActions />}
        mobile={mobile}
      >
        <ConnectionNote />
        <Maintenance />
        <ErrorBanner />
        <VipEnding />
        {shown && <Outlet />}
        {inventory && <Inventory shown={frame === 'inventory'} />}
      </ShellFrame>
      {mobile && shown && <MobileMenu />}
    </>
  )
}

function MobileMenu() {
  const { open, setOpen } = useSidebar()
  return <MobileSidebar open={open} onOpenChange={setOpen} />
}
