import styles from './preview-frame.module.css'

/** A page of the portal as another site shows it. */
export function PreviewFrame({ title, src }: { title: string; src: string }) {
  return <iframe className={styles.frame} title={title} src={src} loading="lazy" />
}
