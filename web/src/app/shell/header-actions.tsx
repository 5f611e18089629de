import { useTranslation } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/buttons/button.tsx'
import { useBrowserValue } from '../../ui/state/first-rendering.ts'
import { useIsMobile } from '../../ui/state/use-media-query.ts'
import { setTheme, useTheme } from '../browser/theme.ts'
import { Account } from './account/account.tsx'
import { LanguageButton } from './language-button.tsx'
import { isApple, modifierKey } from './platform.ts'

/** B1, B3, B7: bookmark hint, theme, language and who is signed in. */
export function HeaderActions() {
  const { t } = useTranslation()
  const mobile = useIsMobile()
  const onApple = useBrowserValue(isApple, false)
  const theme = useTheme()
  const variant = mobile ? 'ghost' : 'default'
  const bookmark = t(($) => $.shell.bookmark)
  const hint = () => window.alert(t(($) => $.shell.bookmarkHint, { key: modifierKey() }))
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <>
      {mobile ? (
        <IconButton icon="bookmark" variant="ghost" label={bookmark} onClick={hint} />
      ) : (
        <Button onClick={hint}>
          {bookmark} {onApple ? '⌘D' : 'Ctrl+D'}
        </Button>
      )}
      <IconButton
        icon={other === 'light' ? 'sun' : 'moon'}
        variant={variant}
        label={other === 'light' ? t(($) => $.shell.toLight) : t(($) => $.shell.toDark)}
        onClick={() => setTheme(other)}
      />
      <LanguageButton variant={variant} short={mobile} />
      <Account />
    </>
  )
}
