import { useMemo, useState } from 'react'
import { firstRendering } from '../../ui/state/first-rendering.ts'
import { portalSanitizer, useSanitizer } from './lazy-sanitizer.ts'
import styles from './answer-html.module.css'

/** Leaves what the portal rendered as it is: React never writes it, since it never changes. */
const unchanged = { __html: '' }

/** J1: an answer as players read it, sanitised once more. */
export function AnswerHtml({ html, lang }: { html: string; lang?: string }) {
  const sanitizer = useSanitizer()
  const [isRendered] = useState(() => firstRendering.now !== null)
  const safe = useMemo(() => {
    if (import.meta.env.SSR) return { __html: portalSanitizer.sanitize(html) }
    // A string in its type only: where the browser knows trusted types it is one.
    return sanitizer && { __html: sanitizer.sanitizeHtml(html) as unknown as string }
  }, [html, sanitizer])
  const shown = safe ?? (isRendered ? unchanged : undefined)
  // oxlint-disable-next-line react/no-danger -- the one place that shows HTML, and it is cleaned above
  return <div lang={lang} className={styles.answer} dangerouslySetInnerHTML={shown} />
}
