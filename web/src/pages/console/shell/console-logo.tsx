import { Link } from '../../../app/router/page-anchor.tsx'
import { useTranslation } from '../../../locales/translate.ts'
import { usePortal } from '../../../app/portal/portal-context.ts'
import { shellStyles } from '../../../ui/layout/shell-frame.tsx'
import { useIsMobile } from '../../../ui/state/use-media-query.ts'

/** The community's name and where one is; leads to the console's first page. */
export function ConsoleLogo({ replace = false }: { replace?: boolean }) {
  const { name } = usePortal()
  const { t } = useTranslation()
  // On a phone the line under the header says it.
  const mobile = useIsMobile()
  return (
    <Link to="/admin" className={shellStyles.logo} replace={replace}>
      <span className={shellStyles.mark} data-letter={name.charAt(0).toUpperCase()} aria-hidden="true" />
      <span className={shellStyles.name}>{name}</span>
      {!mobile && <small className={shellStyles.beside}>{t(($) => $.admin.title)}</small>}
    </Link>
  )
}
