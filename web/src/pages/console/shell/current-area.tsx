import { useLocation } from '../../../app/router/router-provider.tsx'
import { useTranslation } from '../../../locales/translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { shellStyles } from '../../../ui/layout/shell-frame.tsx'
import { findArea } from '../kit/areas.ts'

/** Which area of the console this is. */
export function CurrentArea() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <div className={shellStyles.where}>
      <span>{t(($) => $.admin.title)}</span>
      <Icon name="chevron" size="s" />
      <strong>{t(($) => $.admin.areas[findArea(pathname).word])}</strong>
    </div>
  )
}
