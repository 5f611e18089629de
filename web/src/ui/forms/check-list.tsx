import { joinClassNames } from '../styles/class-names.ts'
import { Icon } from '../icons/icon.tsx'
import styles from './check-list.module.css'

/** Rules as they are kept while somebody types: a green check for each that is. */
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
