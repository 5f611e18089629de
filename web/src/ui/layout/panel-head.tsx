import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './panel-head.module.css'

interface PanelHeadProps {
  /** Before the title, such as a dot of state. */
  mark?: ReactNode
  title: string
  /** Small, under the title. */
  facts: ReactNode
  /** Small buttons at the right. */
  actions: ReactNode
}

/** The head of a detail panel: its subject. */
export function PanelHead({ mark, title, facts, actions }: PanelHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        {mark}
        <h2 className={styles.title}>{title}</h2>
        {actions}
      </div>
      <div className={styles.facts}>{facts}</div>
    </header>
  )
}

/** Four numbers side by side, each under its name. */
export function PanelNumbers({ numbers }: { numbers: readonly { name: string; text: string }[] }) {
  return (
    <dl className={styles.numbers}>
      {numbers.map(({ name, text }) => (
        <div key={name} className={styles.number}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The line of tabs under them. */
export function PanelTabs({ children }: { children: ReactNode }) {
  return <div className={styles.tabs}>{children}</div>
}

/** Content of details with the usual room around it; it scrolls with them. */
export function PanelBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>
}

/** Small buttons over a field, with the content below. */
export function PanelButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}

export function PanelFoot({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className={styles.foot}>
      <Icon name={icon} size="s" />
      {children}
    </p>
  )
}
