import { useTranslation } from '../../../locales/translate.ts'
import { Account } from '../../../app/shell/account/account.tsx'
import { LanguageButton } from '../../../app/shell/language-button.tsx'
import { setTheme, useTheme } from '../../../app/browser/theme.ts'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { HealthIndicator } from './console-health.tsx'
import { ConsoleSearch } from './console-search.tsx'

/** What stands at the right of the console's header. */
export function ConsoleActions() {
  const { t } = useTranslation()
  const theme = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <>
      <ConsoleSearch />
      <HealthIndicator />
      <IconButton
        icon={other === 'light' ? 'sun' : 'moon'}
        variant="ghost"
        label={other === 'light' ? t(($) => $.shell.toLight) : t(($) => $.shell.toDark)}
        onClick={() => setTheme(other)}
      />
      <LanguageButton variant="ghost" short />
      <Account />
    </>
  )
}
