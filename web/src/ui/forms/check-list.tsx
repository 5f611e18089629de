import { joinClassNames } from '../styles/class-names.ts'
import { Icon } from '../icons/icon.tsx'
import styles from './check-list.module.css'

/** Rules checked during typing: a green check for each that is met. */
export function CheckList({ rules }: { rules: readonly { text: string; kept: boolean }[] }) {
  return (
    <ul className={styles.rules}>
      {rules.map(({ text, kept }) => (
        <li key={text} className={joinClassNames(styles.rule, kept && styles.kept)}>
          {kept ? <Icon name="check" size="s" /> : <span className={styles.dot} />}
          {text}
        </li>
      ))}
    </ul>
  )
}
