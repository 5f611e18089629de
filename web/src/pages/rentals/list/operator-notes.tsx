import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { floatingIntent } from '../../../ui/dialogs/lazy-floating.ts'
import { Popover } from '../../../ui/dialogs/popover.tsx'
import { infoQuery } from '../rentals.queries.ts'
import styles from './list.module.css'

/** G3: the operators’ notices, behind a press, so that a finger reaches them too. */
export function OperatorNotes() {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState(false)
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null)
  const { data, error, isFetching, refetch } = useQuery(infoQuery(i18n.language as Language))
  const label = t(($) => $.practice.mine.help)
  return (
    <>
      <Button
        ref={setOpener}
        variant="ghost"
        size="sm"
        icon="question"
        aria-haspopup="dialog"
        aria-expanded={open}
        {...floatingIntent}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      <Popover open={open} onClose={() => setOpen(false)} anchor={opener} label={label}>
        <ErrorNote error={data ? null : error} onRetry={() => void refetch()} retrying={isFetching} />
        <ol className={styles.notices}>
          {data?.notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ol>
      </Popover>
    </>
  )
}
