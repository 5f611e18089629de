import styles from './code-block.module.css'

/** Some lines for a file, to be copied. */
export function CodeBlock({ text }: { text: string }) {
  return <pre className={styles.block}>{text}</pre>
}
