import { useQuery } from '@tanstack/react-query'
import { tableTooltipDelayMs } from '@clutch/contract/limits.ts'
import { useId } from 'react'
import { pageLanguage, useTranslation } from '../../../../locales/translate.ts'
import { usePortal } from '../../../../app/portal/portal-context.ts'
import { useVipStatus } from '../../../../app/account/vip-status.queries.ts'
import { loadingDelayMs } from '../../../../ui/loading/loading-delay.ts'
import { Spinner } from '../../../../ui/loading/spinner.tsx'
import { useDelay } from '../../../../ui/state/use-delay.ts'
import { useIsMobile } from '../../../../ui/state/use-media-query.ts'
import { privilegesQuery } from '../../vip.queries.ts'
import { enabledColumns, findMarkedColumn } from './privilege-columns.ts'
import { PrivilegeList } from './privilege-list.tsx'
import { PrivilegeMark } from './privilege-mark.tsx'
import { PrivilegeTable } from './privilege-table.tsx'
import styles from './privileges.module.css'

/** F5, F8: The privileges of each group. If they cannot be loaded, this is empty (F1). */
export function Privileges() {
  const { t } = useTranslation()
  const { features } = usePortal()
  const { groups } = useVipStatus()
  const mobile = useIsMobile()
  const id = useId()
  const { data, isPending } = useQuery(privilegesQuery(pageLanguage()))
  if (isPending) return <Loading />
  if (data === undefined || data.length === 0) return null
  const Body = mobile ? PrivilegeList : PrivilegeTable
  return (
    <section aria-labelledby={id} className={styles.section} data-tooltip-delay={tableTooltipDelayMs}>
      <div className={styles.top}>
        <h2 id={id}>{t(($) => $.vip.table.title)}</h2>
        <ul className={styles.legend} aria-label={t(($) => $.vip.table.legend)}>
          {[1, 2, 0].map((flag) => (
            <li key={flag}>
              <PrivilegeMark flag={flag} spelled />
            </li>
          ))}
        </ul>
      </div>
      <Body
        label={t(($) => $.vip.table.title)}
        privileges={data}
        columns={enabledColumns(features.categories)}
        marked={findMarkedColumn(groups)}
      />
      <p className={styles.reserved}>{t(($) => $.vip.table.reserved)}</p>
    </section>
  )
}

function Loading() {
  const { t } = useTranslation()
  const shown = useDelay(loadingDelayMs)
  return (
    <div className={styles.loading}>{shown && <Spinner size="l" label={t(($) => $.common.loading)} />}</div>
  )
}
