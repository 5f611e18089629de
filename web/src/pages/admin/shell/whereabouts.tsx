import { useLocation } from '@tanstack/react-router'
import { useTranslation } from '../../../locales/translate.ts'
import { Icon } from '../../../ui/icon.tsx'
import { navStyles } from '../../../ui/shell-frame.tsx'
import { areaAt } from '../kit/areas.ts'

/** Which area of the console this is. */
export function Whereabouts() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <div className={navStyles.where}>
      <span>{t(($) => $.admin.title)}</span>
      <Icon name="chevron" size="s" />
      <strong>{t(($) => $.admin.areas[areaAt(pathname).word])}</strong>
    </div>
  )
}
