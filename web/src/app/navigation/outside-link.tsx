import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { joinClassNames } from '../../ui/styles/class-names.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { VisuallyHidden } from '../../ui/text/text.tsx'
import styles from './outside-link.module.css'

interface OutsideLinkProps {
  href: string
  /**
   * The text next to the icon; without it the icon is alone, with a tooltip and a name for screen readers.
   */
  children?: ReactNode
  tooltip?: string
  name?: string
}

/** A page elsewhere, in a new tab that knows nothing of this one. */
export function OutsideLink({ href, children, tooltip, name = '' }: OutsideLinkProps) {
  const { t } = useTranslation()
  const alone = children === undefined
  return (
    <a
      className={joinClassNames(styles.link, alone && styles.alone)}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      data-tooltip={alone ? tooltip : undefined}
    >
      {children}
      <Icon name="external" size="s" />
      <VisuallyHidden>{`${alone ? name : ''} (${t(($) => $.shell.newTab)})`}</VisuallyHidden>
    </a>
  )
}
