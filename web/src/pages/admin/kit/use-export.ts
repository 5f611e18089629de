import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../app/use-task.ts'
import { showToast } from '../../../ui/toast-store.ts'
import type { Column } from './columns.ts'
import { saveCsvOfSteps } from './save-csv.ts'

/** Saves the whole of a list, however long; a page that is left asks for no more of it. */
export function useExport<Row>(
  name: string,
  columns: readonly Column<Row>[],
  open: (signal: AbortSignal) => AsyncIterable<readonly Row[]>,
): { exporting: boolean; exportAll: () => void } {
  const { t } = useTranslation()
  const { busy, run } = useTask()
  const going = useRef<AbortController>(null)
  useEffect(() => () => going.current?.abort(), [])
  const saveAll = async () => {
    const { signal } = (going.current = new AbortController())
    await saveCsvOfSteps(name, columns, open(signal)).catch(() => {
      if (!signal.aborted) showToast({ tone: 'bad', title: t(($) => $.admin.list.csvFailed) })
    })
  }
  return { exporting: busy, exportAll: () => void run(saveAll) }
}
