import { Link } from '../../../../app/router/page-anchor.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { usePortal } from '../../../../app/portal/portal-context.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { VisuallyHidden } from '../../../../ui/text/text.tsx'
import styles from './details-link.module.css'

/** Around a map tile, for the pointer: the keyboard finds the same page in the players' popup. */
export function DetailsLink({ id, children }: { id: string; children: ReactNode }) {
  const { details } = usePortal().features.servers.features
  if (!details) return children
  return (
    <Link
      to="/servers/details/$id"
      params={{ id }}
      preload={false}
      tabIndex={-1}
      aria-hidden
      className={styles.tile}
    >
      {children}
    </Link>
  )
}

/** Small links to a server's details and rules, as far as they are switched on (D16). */
export function ServerLinks({ id }: { id: string }) {
  const { t } = useTranslation()
  const { details, rules } = usePortal().features.servers.features
  return (
    <>
      {details && (
        <Link
          to="/servers/details/$id"
          params={{ id }}
          className={styles.small}
          data-tooltip={t(($) => $.servers.details)}
        >
          <Icon name="info" size="s" />
          <VisuallyHidden>{t(($) => $.servers.details)}</VisuallyHidden>
        </Link>
      )}
      {rules && (
        <Link
          to="/servers/rules/$id"
          params={{ id }}
          className={styles.small}
          data-tooltip={t(($) => $.servers.rules)}
        >
          <Icon name="rules" size="s" />
          <VisuallyHidden>{t(($) => $.servers.rules)}</VisuallyHidden>
        </Link>
      )}
    </>
  )
}
