import { useTranslation } from '../../../locales/translate.ts'
import { useSidebar } from '../../../app/shell/sidebar/use-sidebar.ts'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { FloatingButton } from '../../../ui/buttons/floating-button.tsx'
import { ConsoleLogo } from './console-logo.tsx'
import { ConsoleNavigation } from './console-navigation.tsx'

/** A12: the console's sidebar on a phone; a choice closes it. */
export function ConsoleMenu() {
  const { t } = useTranslation()
  const { open, setOpen } = useSidebar()
  const close = () => setOpen(false)
  return (
    <>
      <FloatingButton
        icon="menu"
        label={t(($) => $.shell.openMenu)}
        expanded={open}
        onClick={() => setOpen(true)}
      />
      <Drawer
        open={open}
        onClose={close}
        label={t(($) => $.admin.navigation)}
        toggle={<FloatingButton icon="close" label={t(($) => $.shell.closeMenu)} expanded onClick={close} />}
      >
        <ConsoleLogo replace />
        <ConsoleNavigation replace />
      </Drawer>
    </>
  )
}
