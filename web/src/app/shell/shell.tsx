import { PageOutlet, useLocation, useRouter, useShownLocation } from '../router/router-provider.tsx'
import { useEffect, useState } from 'react'
import { pageLanguage, useTranslation } from '../../locales/translate.ts'
import { preloadFloatingAtIdle } from '../../ui/dialogs/lazy-floating.ts'
import { BareFrame, ShellFrame } from '../../ui/layout/shell-frame.tsx'
import { afterFirstRendering } from '../../ui/state/first-rendering.ts'
import { useIsMobile } from '../../ui/state/use-media-query.ts'
import { runLater } from '../browser/run-later.ts'
import { markPageShown } from '../browser/chunk-loading.ts'
import { SidebarAccount, VipEnding } from './account/account.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { HeaderActions } from './header-actions.tsx'
import { Logo } from './logo.tsx'
import { Navigation } from './sidebar/navigation.tsx'
import { SidebarFooter } from './sidebar/sidebar-footer.tsx'
import { SignIn } from './sign-in.tsx'
import { useSidebar } from './sidebar/use-sidebar.ts'
import { FirstViewPart } from '../first-view/first-view-part.tsx'
import { useQuery } from '@tanstack/react-query'
import { Marquee } from '../../ui/text/marquee.tsx'
import { announcementQuery } from '../portal/announcement.queries.ts'
import { loadLaterPage } from '../routes/pages/later-page.ts'
import { createLazyPart } from '../../ui/loading/lazy-part.ts'
import { getSession, useSession } from '../session/session.ts'
import { whenIdle } from '../../ui/loading/when-idle.ts'
import { usePortal } from '../portal/portal-context.ts'
import { loadLaterParts } from './load-later-parts.ts'
import { Drawer } from '../../ui/dialogs/drawer.tsx'
import { FloatingButton } from '../../ui/buttons/floating-button.tsx'

const later = createLazyPart(loadLaterParts)

/** The operators' maintenance notice; if there is none at first, the page checks again later. */
function Maintenance() {
  const [looks, setLooks] = useState(usePortal().maintenance !== null)
  useEffect(() => whenIdle(() => setLooks(true)), [])
  const part = later.usePart(looks)
  return part && <part.MaintenanceBanner />
}

/** They are loaded once the page is shown. */
function LaterOverlays() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => afterFirstRendering(() => setWanted(true)), [])
  const part = later.usePart(isWanted)
  return part && <part.Overlays />
}

const view = createLazyPart(() => loadLaterPage('inventory'))

/** A5: the inventory from its first visit on; who signs out takes theirs along. */
function Inventory({ shown }: { shown: boolean }) {
  const steamId = useSession()?.user.steamId
  const part = view.usePart(shown)
  return part && <part.InventoryView key={steamId} steamId={steamId} shown={shown} />
}

/**
 * The frame around every page, and the overlays above it; the purchase page has no frame, embedded or not
 * (F4).
 */
export function Shell() {
  const frame = useShownLocation(({ pathname }) => frameAt(pathname))
  const [isInventoryLoaded, setInventoryLoaded] = useState(false)
  if (frame === 'inventory' && !isInventoryLoaded) setInventoryLoaded(true)
  useEffect(watchSessionLater, [])
  usePageFocus()
  useEffect(preloadFloatingAtIdle, [])
  useEffect(markPageShown, [])
  return (
    <>
      {frame === 'bare' && (
        <BareFrame>
          <ConnectionNote />
          <PageOutlet />
        </BareFrame>
      )}
      {frame === 'console' && <PageOutlet />}
      {(hasPortalFrame(frame) || isInventoryLoaded) && (
        <PortalFrame frame={frame} inventory={isInventoryLoaded} />
      )}
      <SignIn />
      <LaterOverlays />
    </>
  )
}

type Frame = 'bare' | 'console' | 'portal' | 'inventory'

/** The console has its own frame; the inventory is in the portal's frame, next to its pages. */
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
  /** A5: The inventory was visited: it stays mounted, and its frame with it. */
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
        actions={
          <FirstViewPart>
            <HeaderActions />
          </FirstViewPart>
        }
        mobile={mobile}
      >
        <ConnectionNote />
        <Maintenance />
        <RedirectError />
        <VipEnding />
        {shown && <PageOutlet />}
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

/** B2: The first announcement, scrolling; the default text if there is none or the portal does not answer. */
function Announcement() {
  const { t } = useTranslation()
  const { data, isPending } = useQuery(announcementQuery(pageLanguage()))
  const text = isPending ? '' : (data ?? t(($) => $.shell.defaultAnnouncement))
  return <Marquee label={t(($) => $.shell.announcement)} text={text} />
}

/** A4: the error a redirect brought along. */
function RedirectError() {
  const part = later.usePart(useLocation(({ state }) => state.error !== undefined))
  return part && <part.ErrorBanner />
}

/** Whether a user was signed in when the page was loaded. */
const wasSignedInAtLoad = getSession() !== null

function watchSessionLater(): () => void {
  return runLater('the checks of the session', loadLaterParts, ({ watchSession }) =>
    watchSession(wasSignedInAtLoad),
  )
}

/** The focus follows a visitor to the heading of another page, and is never lost on one. */
function usePageFocus(): void {
  const router = useRouter()
  useEffect(() => {
    let focused: EventTarget | null = null
    const note = ({ target }: FocusEvent) => (focused = target)
    document.addEventListener('focusin', note)
    const end = runLater('what keeps the focus', loadLaterParts, ({ watchLostFocus, focusHeadingOfPage }) => {
      document.removeEventListener('focusin', note)
      const ends = [
        watchLostFocus(focused),
        router.follow(({ from, to }) => {
          if (from !== undefined && from.pathname !== to.pathname && to.hash === '') focusHeadingOfPage()
        }),
      ]
      return () => ends.forEach((stop) => stop())
    })
    return () => {
      document.removeEventListener('focusin', note)
      end()
    }
  }, [router])
}

interface MobileSidebarProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A12: the round button and the overlay it toggles; a choice, Escape and the scrim close it. */
function MobileSidebar({ open, onOpenChange }: MobileSidebarProps) {
  const { t } = useTranslation()
  const close = () => onOpenChange(false)
  return (
    <>
      <FloatingButton
        icon="menu"
        label={t(($) => $.shell.openMenu)}
        expanded={open}
        onClick={() => onOpenChange(true)}
      />
      <Drawer
        open={open}
        onClose={close}
        label={t(($) => $.shell.navigation)}
        toggle={<FloatingButton icon="close" label={t(($) => $.shell.closeMenu)} expanded onClick={close} />}
      >
        <Logo replace />
        <SidebarAccount />
        <Navigation replace />
        <SidebarFooter />
      </Drawer>
    </>
  )
}
