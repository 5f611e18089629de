import { useTranslation } from '../../../../locales/translate.ts'
import { Icon, type IconName } from '../../../../ui/icons/icon.tsx'
import { VisuallyHidden } from '../../../../ui/text/text.tsx'
import { toPermission, type Permission } from './privilege-columns.ts'
import styles from './privileges.module.css'

const icons: Record<Permission, IconName> = { allowed: 'check', optional: 'ring', forbidden: 'dash' }

interface PrivilegeMarkProps {
  flag: number
  /** Shows the text next to the icon; otherwise it is only for screen readers. */
  spelled?: boolean
}

/** F5: allowed, optional or not included. */
export function PrivilegeMark({ flag, spelled = false }: PrivilegeMarkProps) {
  const { t } = useTranslation()
  const permission = toPermission(flag)
  const word = t(($) => $.vip.table[permission])
  return (
    <span className={styles.mark} data-permission={permission}>
      <Icon name={icons[permission]} />
      {spelled ? word : <VisuallyHidden>{word}</VisuallyHidden>}
    </span>
  )
}
