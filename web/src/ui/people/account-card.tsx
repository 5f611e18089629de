import type { ReactNode } from 'react'
import { Avatar } from '../pictures/avatar.tsx'
import styles from './account-card.module.css'

interface AccountCardProps {
  name: string
  seed: string
  url: string
  badges: ReactNode
}

/** Who is signed in, at the top of the sidebar of a phone, whose header shows the picture alone. */
export function AccountCard({ name, seed, url, badges }: AccountCardProps) {
  return (
    <div className={styles.card}>
      <Avatar name={name} seed={seed} url={url} />
      <div className={styles.text}>
        <strong className={styles.name}>{name}</strong>
        <span className={styles.badges}>{badges}</span>
      </div>
    </div>
  )
}
