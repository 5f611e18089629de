import type { ComponentProps } from 'react'
import { createLink } from '../router/page-anchor.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { TextAnchor } from '../../ui/text/text.tsx'
import styles from './page-link.module.css'

/** A way to another page that looks like a button. */
export const PageLink = createLink(ButtonLink)

/** A way to another page inside a line of text. */
export const TextLink = createLink(TextAnchor)

/** The way back, above a page's title. */
export const BackLink = createLink(Back)

function Back({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} className={styles.back}>
      <Icon name="back" size="s" />
      {children}
    </a>
  )
}
