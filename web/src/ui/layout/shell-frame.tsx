import type { ReactNode } from 'react'
import styles from './shell-frame.module.css'

/** The styles of the frame's contents: logo, entries, footer. */
export const shellStyles = styles

interface ShellFrameProps {
  /** Stays mounted while another frame is shown. */
  hidden?: boolean
  skipLabel: string
  logo: ReactNode
  /** Under the logo; on a phone it is in the drawer instead. */
  sidebar: ReactNode
  announcement: ReactNode
  actions: ReactNode
  mobile: boolean
  children: ReactNode
}

/** The frame of every screen: sidebar 232 and header 56; on a phone header 52 and the announcement 34 below it. */
export function ShellFrame({
  hidden = false,
  skipLabel,
  logo,
  sidebar,
  announcement,
  actions,
  mobile,
  children,
}: ShellFrameProps) {
  return (
    <div className={styles.shell} hidden={hidden}>
      <a className={styles.skip} href="#content">
        {skipLabel}
      </a>
      {!mobile && (
        <aside className={styles.side}>
          {logo}
          {sidebar}
        </aside>
      )}
      <div className={styles.column}>
        <header className={styles.head}>
          {mobile ? logo : announcement}
          <div className={styles.actions}>{actions}</div>
        </header>
        {mobile && <div className={styles.strip}>{announcement}</div>}
        <main id={hidden ? undefined : 'content'} tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>
    </div>
  )
}

/** A page without a frame, such as one inside an iframe. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.shell}>
      <main id="content" tabIndex={-1} className={styles.content}>
        {children}
      </main>
    </div>
  )
}

/** The place for a banner above a screen. */
export function BannerSlot({ children }: { children: ReactNode }) {
  return <div className={styles.banner}>{children}</div>
}
