import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { loadingDelayMs } from '../../../ui/loading/loading-delay.ts'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { useDelay } from '../../../ui/state/use-delay.ts'
import styles from './panels.module.css'

/** Shown in place of a panel's content: loading, or the error with a retry button. */
export function PanelState({
  result,
  all,
}: {
  result: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>
  all: boolean
}) {
  const { t } = useTranslation()
  const late = useDelay(loadingDelayMs)
  if (!result.isError)
    return <div className={styles.state}>{late && <Spinner label={t(($) => $.common.loading)} />}</div>
  return (
    <div role="alert" className={all ? styles.state : styles.stateFolded}>
      <span>{t(($) => $.practice.info.failed)}</span>
      <Button size="sm" submitting={result.isFetching} onClick={() => void result.refetch()}>
        {t(($) => $.common.retry)}
      </Button>
    </div>
  )
}
