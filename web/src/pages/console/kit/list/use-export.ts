import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { useTask } from '../../../../app/api/use-task.ts'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import type { Column } from './columns.ts'
import { saveCsvInSteps } from './save-csv.ts'

/** An export that runs: how many rows have arrived, of about how many. */
export interface RunningExport {
  rows: number
  total: number
  isUncounted: boolean
  cancel: () => void
}

interface ExportOptions<Row> {
  name: string
  columns: readonly Column<Row>[]
  open: (signal: AbortSignal) => AsyncIterable<readonly Row[]>
  /** How many rows the list had when it was last loaded, and whether it had more. */
  total: number
  isUncounted?: boolean
}

/** Saves the whole of a list, however long. Leaving the page cancels it. */
export function useExport<Row>(parts: ExportOptions<Row>): {
  exporting: RunningExport | null
  exportAll: () => void
} {
  const { name, columns, open, total, isUncounted = false } = parts
  const { t } = useTranslation()
  const { busy, run } = useTask()
  const [rows, setRows] = useState(0)
  const going = useRef<AbortController>(null)
  useEffect(() => () => going.current?.abort(), [])
  const saveAll = async () => {
    const { signal } = (going.current = new AbortController())
    setRows(0)
    try {
      await saveCsvInSteps(name, columns, counted(open(signal), setRows), signal)
    } catch {
      if (!signal.aborted) showToast({ tone: 'bad', title: t(($) => $.admin.list.csvFailed) })
    }
  }
  return {
    exporting: busy
      ? { rows, total: Math.max(rows, total), isUncounted, cancel: () => going.current?.abort() }
      : null,
    exportAll: () => void run(saveAll),
  }
}

async function* counted<Row>(steps: AsyncIterable<readonly Row[]>, onCount: (rows: number) => void) {
  let count = 0
  for await (const rows of steps) {
    count += rows.length
    onCount(count)
    yield rows
  }
}
