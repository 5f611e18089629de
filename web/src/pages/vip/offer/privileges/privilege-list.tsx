import type { Privilege } from '@clutch/contract/api/vip/vip.ts'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { joinClassNames } from '../../../../ui/styles/class-names.ts'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { floatingIntent } from '../../../../ui/dialogs/lazy-floating.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { VisuallyHidden } from '../../../../ui/text/text.tsx'
import { PrivilegeMark } from './privilege-mark.tsx'
import type { PrivilegesProps } from './privilege-table.tsx'
import styles from './privileges.module.css'

/** F5: On a phone a row shows the highlighted column, and expands to show the others. */
export function PrivilegeList({ label, privileges, columns, marked }: PrivilegesProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Privilege | null>(null)
  // The content remains while the dialog closes.
  const [last, setLast] = useState(open)
  if (open !== null && open !== last) setLast(open)
  const shown = columns.includes(marked.column)
  return (
    <>
      <div className={styles.list}>
        <div className={styles.listHead}>
          {t(($) => $.vip.table.privilege)}
          {shown && <b className={styles[marked.column]}>{t(($) => $.vip.group[marked.column])}</b>}
        </div>
        <ul aria-label={label} className={styles.rows}>
          {privileges.map((privilege) => (
            <li key={privilege.id}>
              <button
                type="button"
                className={styles.row}
                aria-haspopup="dialog"
                {...floatingIntent}
                onClick={() => setOpen(privilege)}
              >
                <span className={styles.rowContent}>{privilege.content}</span>
                {shown && <PrivilegeMark flag={privilege[marked.column]} />}
                <span className={styles.chevron}>
                  <Icon name="chevron" size="s" />
                </span>
                <VisuallyHidden>{t(($) => $.vip.table.details)}</VisuallyHidden>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={last?.content ?? ''}>
        {last !== null && (
          <>
            {last.detail !== '' && <p className={styles.about}>{last.detail}</p>}
            <dl className={styles.groups}>
              {columns.map((category) => (
                <div key={category} className={styles.pair}>
                  <dt>
                    <b className={joinClassNames(styles.name, styles[category])}>
                      {t(($) => $.vip.group[category])}
                    </b>
                    <span className={styles.hint}>{t(($) => $.vip.groupDetail[category])}</span>
                  </dt>
                  <dd>
                    <PrivilegeMark flag={last[category]} spelled />
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </Dialog>
    </>
  )
}
