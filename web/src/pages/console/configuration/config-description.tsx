import { Code } from '../../../ui/text/text.tsx'
import styles from './config-description.module.css'

/** The description of a setting, over several lines if needed; text between backticks is shown as code. */
export function ConfigDescription({ text }: { text: string }) {
  return (
    <span className={styles.meaning}>
      {text.split('`').map((part, place) =>
        // The parts of a text have no other name than their place.
        // oxlint-disable-next-line react/no-array-index-key
        place % 2 === 1 ? <Code key={place}>{part}</Code> : part,
      )}
    </span>
  )
}
