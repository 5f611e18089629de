import type { ReactNode } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import { PageTitle } from '../text/page-title.tsx'
import styles from './layout.module.css'

type Gap = 'xs' | 's' | 'm' | 'l'

interface FlowProps {
  /** 4, 8, 12 (default) or 16. */
  gap?: Gap | undefined
  children: ReactNode
}

/** One below the other. */
export function Stack({ gap = 'm', children }: FlowProps) {
  return <div className={joinClassNames(styles.stack, styles[gap])}>{children}</div>
}

/** Side by side, centred; `wrap` lets it break, `spread` pushes the ends apart. */
export function Row({
  gap = 'm',
  wrap = false,
  spread = false,
  children,
}: FlowProps & { wrap?: boolean; spread?: boolean }) {
  return (
    <div className={joinClassNames(styles.row, styles[gap], wrap && styles.wrap, spread && styles.spread)}>
      {children}
    </div>
  )
}

/** Takes the room that is left in a `Row`. */
export function Spacer() {
  return <span className={styles.spacer} />
}

/** In the middle of the room there is. */
export function Centre({ children }: { children: ReactNode }) {
  return <div className={styles.centre}>{children}</div>
}

/** A surface one step above the page. `padded` off is for a list that reaches the edges. */
export function Panel({
  title,
  action,
  padded = true,
  children,
}: {
  title?: string
  action?: ReactNode
  padded?: boolean
  children: ReactNode
}) {
  return (
    <section className={styles.panel}>
      {title !== undefined && (
        <header className={styles.panelHead}>
          <h2 className={styles.panelTitle}>{title}</h2>
          {action}
        </header>
      )}
      <div className={padded ? styles.padded : undefined}>{children}</div>
    </section>
  )
}

/** A screen: padding, gaps and, with `measured`, the width of card pages. */
export function Page({ measured = false, children }: { measured?: boolean; children: ReactNode }) {
  return <div className={joinClassNames(styles.page, measured && styles.measured)}>{children}</div>
}

/** The screen's title, facts under it, actions at its right: at the bottom (default) or beside the title. */
export function PageHeader({
  title,
  tabTitle = title,
  facts,
  actions,
  actionsAt = 'bottom',
}: {
  title: string
  /** What the browser's tab says, where that is not the title. */
  tabTitle?: string | undefined
  facts?: ReactNode
  actions?: ReactNode
  actionsAt?: 'top' | 'bottom'
}) {
  return (
    <div className={joinClassNames(styles.pageHeader, actionsAt === 'top' && styles.topActions)}>
      <div className={styles.pageTitle}>
        <PageTitle>{tabTitle}</PageTitle>
        <h1>{title}</h1>
        {facts && <div className={styles.facts}>{facts}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
