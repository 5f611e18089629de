import { useLayoutEffect, useRef } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import styles from './terminal-screen.module.css'

/** What a line of a console is: typed, answered, refused, or a word of the portal's own. */
export type TerminalTone = 'typed' | 'plain' | 'bad' | 'good'

export interface TerminalRow {
  key: string
  /** Before the first line of a group. */
  time: string
  text: string
  tone: TerminalTone
}

interface ConsoleScreenProps {
  label: string
  rows: readonly TerminalRow[]
  /** Said while there is nothing. */
  empty: string
}

/** So near to the end, CSS px, the newest line stays in sight. */
const followDistancePx = 40

/** What a console or a log says, line by line in the monospace face, the newest at the bottom and in sight. */
export function TerminalScreen({ label, rows, empty }: ConsoleScreenProps) {
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  useLayoutEffect(() => {
    const screen = box.current
    if (screen && follows.current) screen.scrollTop = screen.scrollHeight
  }, [rows])
  return (
    <div
      ref={box}
      role="log"
      aria-label={label}
      // Keyboard users scroll it with the arrow keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={styles.screen}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < followDistancePx
      }}
    >
      <div className={styles.rows}>
        {rows.length === 0 && <p className={styles.empty}>{empty}</p>}
        {rows.map(({ key, time, text, tone }) => (
          <div key={key} className={styles.row}>
            <time className={styles.time}>{time}</time>
            <span className={joinClassNames(styles.text, styles[tone])}>{text}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
