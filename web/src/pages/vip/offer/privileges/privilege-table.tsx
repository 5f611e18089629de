import type { Privilege } from '@clutch/contract/api/vip/vip.ts'
import type { PrivilegeCategory } from '@clutch/contract/rules/accounts/groups.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { joinClassNames } from '../../../../ui/styles/class-names.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { privilegeTablePx } from '../../../../ui/layout/layout-sizes.ts'
import { VisuallyHidden } from '../../../../ui/text/text.tsx'
import { PrivilegeMark } from './privilege-mark.tsx'
import styles from './privileges.module.css'

export interface PrivilegesProps {
  label: string
  privileges: readonly Privilege[]
  columns: readonly PrivilegeCategory[]
  /** The highlighted column, and whether it is the viewer's own group. */
  marked: { column: PrivilegeCategory; own: boolean }
}

/** F5: one column a category, 450 high, scrolling under its head. */
export function PrivilegeTable({ label, privileges, columns, marked }: PrivilegesProps) {
  const { t } = useTranslation()
  const tint = (category: PrivilegeCategory) => category === marked.column && styles.marked
  return (
    <div className={styles.frame} style={{ height: privilegeTablePx }}>
      <table aria-label={label} className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.first}>
              {t(($) => $.vip.table.privilege)}
            </th>
            {columns.map((category) => (
              <th
                key={category}
                scope="col"
                className={joinClassNames(styles.column, styles[category], tint(category))}
              >
                <button
                  type="button"
                  className={styles.group}
                  {...tooltipAttributes(t(($) => $.vip.groupDetail[category]))}
                >
                  {t(($) => $.vip.group[category])}
                </button>
                {marked.own && marked.column === category && (
                  <VisuallyHidden>{` (${t(($) => $.vip.table.yours)})`}</VisuallyHidden>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {privileges.map((privilege) => (
            <tr key={privilege.id}>
              <th scope="row" className={styles.first}>
                <span className={styles.content}>
                  {privilege.content}
                  {privilege.detail !== '' && <Detail privilege={privilege} />}
                </span>
              </th>
              {columns.map((category) => (
                <td
                  key={category}
                  className={joinClassNames(styles.column, styles[category], tint(category))}
                >
                  <PrivilegeMark flag={privilege[category]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Detail({ privilege: { content, detail } }: { privilege: Privilege }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={styles.detail}
      aria-label={t(($) => $.vip.table.about, { name: content })}
      {...tooltipAttributes(detail)}
    >
      <Icon name="info" size="s" />
    </button>
  )
}

/** Returns the attributes of a tooltip that screen readers announce, too. */
function tooltipAttributes(text: string) {
  return { 'data-tooltip': text, 'aria-description': text }
}
