import { joinClassNames } from '../styles/class-names.ts'
import { Icon } from '../icons/icon.tsx'
import styles from './check-list.module.css'

/** Rules checked during typing: a green check for each that is met. */
export function CheckList({ rules }: { rules: readonly { text: string; isMet: boolean }[] }) {
  return (
    <ul className={styles.rules}>
      {rules.map(({ text, isMet }) => (
        <li key={text} className={joinClassNames(styles.rule, isMet && styles.isMet)}>
          {isMet ? <Icon name="check" size="s" /> : <span className={styles.dot} />}
          {text}
        </li>
      ))}
    </ul>
  )
}
