import type { ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Spacer } from '../../../ui/layout/layout.tsx'
import { OperatorNotes } from './operator-notes.tsx'
import styles from './list.module.css'

/** The title of one's practice servers, and what else is at their head. */
export function ListHeader({ count, children }: { count?: number | undefined; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>
        {t(($) => $.practice.mine.title)} {count !== undefined && <small>{count}</small>}
      </h2>
      <OperatorNotes />
      <Spacer />
      {children}
    </header>
  )
}
