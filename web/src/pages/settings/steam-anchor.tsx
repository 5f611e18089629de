import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icon.tsx'
import { Hidden } from '../../ui/text.tsx'
import styles from './steam-anchor.module.css'

/** The player's page at Steam, in a new tab that knows nothing of this one. */
export function SteamAnchor({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="external" size="s" />
      <Hidden>{` (${t(($) => $.shell.newTab)})`}</Hidden>
    </a>
  )
}
