import { useId, type KeyboardEvent, type ReactNode } from 'react'
import styles from './tab-list.module.css'

interface TabsOfPanelProps<Value extends string> {
  /** What the tabs are about, for screen readers. */
  label: string
  tabs: readonly { value: Value; text: string }[]
  value: Value
  onChange: (value: Value) => void
  /** Draws the tabs where they belong, and what the chosen one shows. */
  children: (parts: { list: ReactNode; panel: (content: ReactNode) => ReactNode }) => ReactNode
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs that change the content of a panel. Arrow keys move between them. */
export function TabList<Value extends string>(props: TabsOfPanelProps<Value>) {
  const { label, tabs, value, onChange, children } = props
  const id = useId()
  const move = (event: KeyboardEvent<HTMLButtonElement>, place: number) => {
    const step = steps[event.key]
    const next = step === undefined ? undefined : tabs.at((place + step) % tabs.length)
    if (next === undefined) return
    event.preventDefault()
    onChange(next.value)
    document.querySelector<HTMLElement>(`#${CSS.escape(id + next.value)}`)?.focus()
  }
  const list = (
    <div role="tablist" aria-label={label} className={styles.tabs}>
      {tabs.map((tab, place) => (
        <button
          key={tab.value}
          id={id + tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={`${id}panel`}
          tabIndex={tab.value === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(tab.value)}
          onKeyDown={(event) => move(event, place)}
        >
          {tab.text}
        </button>
      ))}
    </div>
  )
  const panel = (content: ReactNode) => (
    <div id={`${id}panel`} role="tabpanel" aria-labelledby={id + value} className={styles.panel}>
      {content}
    </div>
  )
  return children({ list, panel })
}
