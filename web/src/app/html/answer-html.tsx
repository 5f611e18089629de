import { useMemo } from 'react'
import { sanitizeHtml } from './sanitize-html.ts'
import styles from './answer-html.module.css'

/** J1: an answer as players read it, sanitised once more. */
export function AnswerHtml({ html, lang }: { html: string; lang?: string }) {
  // A string in its type only: where the browser knows trusted types it is one.
  const safe = useMemo(() => ({ __html: sanitizeHtml(html) as unknown as string }), [html])
  // oxlint-disable-next-line react/no-danger -- the one place that shows HTML, and it is cleaned in the line above
  return <div lang={lang} className={styles.answer} dangerouslySetInnerHTML={safe} />
}
