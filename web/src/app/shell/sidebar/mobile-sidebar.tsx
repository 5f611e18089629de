import { useTranslation } from '../../../locales/translate.ts'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { FloatingButton } from '../../../ui/buttons/floating-button.tsx'
import { Logo } from '../logo.tsx'
import { Navigation } from './navigation.tsx'
import { SidebarFooter } from './sidebar-footer.tsx'

interface MobileSidebarProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A12: the round button and the overlay it toggles; a choice, Escape and the scrim close it. */
export function MobileSidebar({ open, onOpenChange }: MobileSidebarProps) {
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
        <Navigation replace />
        <SidebarFooter />
      </Drawer>
    </>
  )
}
