import { useTranslation } from '../../../locales/translate.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Hidden } from '../../../ui/text.tsx'
import { permissionOf, type Permission } from './columns.ts'
import styles from './privileges.module.css'

const icons: Record<Permission, IconName> = { allowed: 'check', optional: 'ring', forbidden: 'dash' }

interface PrivilegeMarkProps {
  flag: number
  /** The word is seen, beside the drawing; otherwise only heard. */
  spelled?: boolean
}

/** F5: allowed, optional or not included. */
export function PrivilegeMark({ flag, spelled = false }: PrivilegeMarkProps) {
  const { t } = useTranslation()
  const permission = permissionOf(flag)
  const word = t(($) => $.vip.table[permission])
  return (
    <span className={styles.mark} data-permission={permission}>
      <Icon name={icons[permission]} />
      {spelled ? word : <Hidden>{word}</Hidden>}
    </span>
  )
}
