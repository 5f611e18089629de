import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../locales/translate.ts'
import { navStyles } from '../../ui/shell-frame.tsx'
import { Hidden } from '../../ui/text.tsx'
import { usePortal } from '../portal.ts'

/** B1: the title, the community's name; leads home. */
export function Logo({ replace = false }: { replace?: boolean }) {
  const { name } = usePortal()
  const { t } = useTranslation()
  return (
    <Link to="/" className={navStyles.logo} replace={replace}>
      <span className={navStyles.mark} data-letter={name.charAt(0).toUpperCase()} aria-hidden="true" />
      <span className={navStyles.name}>{name}</span>
      <Hidden>{t(($) => $.shell.home)}</Hidden>
    </Link>
  )
}
