import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Avatar } from '../pictures/avatar.tsx'
import { Icon } from '../icons/icon.tsx'
import { VisuallyHidden } from '../text/text.tsx'
import styles from './account-button.module.css'

interface AccountButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement> | undefined
  name: string
  seed: string
  url: string
  /** What it opens, for screen readers. */
  label: string
  badges: ReactNode
}

/** Who is signed in, in the header: picture, name and badges; on a phone the picture alone. */
export function AccountButton({ name, seed, url, label, badges, ...rest }: AccountButtonProps) {
  return (
    <button type="button" {...rest} className={styles.account}>
      <Avatar name={name} seed={seed} url={url} />
      <span className={styles.name}>{name}</span>
      <span className={styles.badges}>{badges}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
      <span className={styles.chevron}>
        <Icon name="chevron" size="s" />
      </span>
    </button>
  )
}
