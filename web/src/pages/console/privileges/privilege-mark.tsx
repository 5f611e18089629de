import { useTranslation } from '../../../locales/translate.ts'
import { Icon, type IconName } from '../../../ui/icons/icon.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'

export const flags = [0, 1, 2] as const
export type PrivilegeFlag = (typeof flags)[number]

const icons: Record<PrivilegeFlag, IconName> = { 0: 'dash', 1: 'check', 2: 'ring' }

/** F5: any other number than allowed and optional is forbidden. */
export function toPrivilegeFlag(number: number): PrivilegeFlag {
  return flags.find((flag) => flag === number) ?? 0
}

/** A group's permission as an icon, with a text for screen readers. */
export function PrivilegeMark({ flag }: { flag: number }) {
  const { t } = useTranslation()
  const known = toPrivilegeFlag(flag)
  const word = t(($) => $.adminPrices.privileges.flags[known])
  return (
    <span data-tooltip={word}>
      <Icon name={icons[known]} size="s" />
      <VisuallyHidden>{word}</VisuallyHidden>
    </span>
  )
}
