import { Link } from '../router/page-anchor.tsx'
import { useTranslation } from '../../locales/translate.ts'
import { shellStyles } from '../../ui/layout/shell-frame.tsx'
import { VisuallyHidden } from '../../ui/text/text.tsx'
import { usePortal } from '../portal/portal-context.ts'

/** B1: the title, the community's name; leads home. */
export function Logo({ replace = false }: { replace?: boolean }) {
  const { name } = usePortal()
  const { t } = useTranslation()
  return (
    <Link to="/" className={shellStyles.logo} replace={replace}>
      <span className={shellStyles.mark} data-letter={name.charAt(0).toUpperCase()} aria-hidden="true" />
      <span className={shellStyles.name}>{name}</span>
      <VisuallyHidden>{t(($) => $.shell.home)}</VisuallyHidden>
    </Link>
  )
}
