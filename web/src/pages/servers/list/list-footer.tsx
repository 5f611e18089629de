import { useTranslation } from '../../../locales/translate.ts'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import type { FooterCounts } from './list-counts.ts'
import styles from './list-footer.module.css'

interface ListFooterProps {
  counts: FooterCounts
  /** Absent: nothing is hidden that could be shown. */
  onShowAll: (() => void) | undefined
}

const reasons = ['offline', 'full', 'empty'] as const

/** How many rows there are, how many are hidden and why. */
export function ListFooter({ counts, onShowAll }: ListFooterProps) {
  const { t } = useTranslation()
  const hidden = reasons
    .filter((reason) => counts[reason] > 0)
    .map((reason) => t(($) => $.servers.footer[reason], { count: counts[reason] }))
  return (
    <div className={styles.footer}>
      <output>{t(($) => $.servers.footer.shown, { shown: counts.shown, matching: counts.matching })}</output>
      {hidden.length > 0 && (
        <span>
          {t(($) => $.servers.footer.hidden, { reasons: hidden.join(t(($) => $.servers.footer.separator)) })}
        </span>
      )}
      {hidden.length > 0 && onShowAll && (
        <LinkButton onClick={onShowAll}>{t(($) => $.servers.footer.showAll)}</LinkButton>
      )}
    </div>
  )
}
