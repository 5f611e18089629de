import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { preloadFloatingAtIdle } from '../../ui/floating.ts'
import { BareFrame, ShellFrame } from '../../ui/shell-frame.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import { TooltipHost } from '../../ui/tooltip-host.tsx'
import { useIsMobile } from '../../ui/use-media-query.ts'
import { usePortal } from '../portal.ts'
import { VipEnding } from './account.tsx'
import { Announcement } from './announcement.tsx'
import { CopyByHand } from './copy-by-hand.tsx'
import { ErrorBanner } from './error-banner.tsx'
import { HeaderActions } from './header-actions.tsx'
import { Logo } from './logo.tsx'
import { MobileSidebar } from './mobile-sidebar.tsx'
import { Navigation } from './navigation.tsx'
import { SidebarFooter } from './sidebar-footer.tsx'
import { SignIn } from './sign-in.tsx'
import { useSessionKeeping } from './use-session-keeping.ts'

/** What stands around every page, and what floats above it; the purchase page stands alone, framed or not (F4). */
export function Shell() {
  const bare = useLocation({ select: ({ pathname }) => /^\/subscribe\/*$/.test(pathname) })
  const { name } = usePortal()
  useSessionKeeping()
  useEffect(preloadFloatingAtIdle, [])
  useEffect(() => {
    document.title = name
  }, [name])
  return (
    <>
      {bare ? (
        <BareFrame>
          <Outlet />
        </BareFrame>
      ) : (
        <Around />
      )}
      <SignIn />
      <CopyByHand />
      <Toasts />
      <TooltipHost />
    </>
  )
}

/** Header and sidebar. */
function Around() {
  const mobile = useIsMobile()
  const { t } = useTranslation()
  return (
    <>
      <ShellFrame
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
        <ErrorBanner />
        <VipEnding />
        <Outlet />
      </ShellFrame>
      {mobile && <MobileMenu />}
    </>
  )
}

/** A12: open until a choice is made, which is a change of the address or a press on the same entry. */
function MobileMenu() {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  const [path, setPath] = useState(pathname)
  if (path !== pathname) {
    setPath(pathname)
    setOpen(false)
  }
  return <MobileSidebar open={open} onOpenChange={setOpen} />
}
