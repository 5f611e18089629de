import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import { Hidden } from '../../ui/text.tsx'
import { useIsMobile } from '../../ui/use-media-query.ts'
import { preferredLanguage, switchLanguage } from '../../locales/index.ts'
import { setTheme, useTheme } from '../theme.ts'
import { Account } from './account.tsx'
import { isApple, modifierKey } from './platform.ts'

/** B1, B3, B7: bookmark hint, theme, language and who is signed in. */
export function HeaderActions() {
  const { t } = useTranslation()
  const mobile = useIsMobile()
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
          {bookmark} {isApple() ? '⌘D' : 'Ctrl+D'}
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

/** B7: the name of the other language is in that language. */
function LanguageButton({ variant, short }: { variant: 'ghost' | 'default'; short: boolean }) {
  const { t } = useTranslation()
  const other = preferredLanguage() === 'zh' ? 'en' : 'zh'
  const label = t(($) => $.shell.language)
  return (
    <Button variant={variant} data-tooltip={label} onClick={() => switchLanguage(other)}>
      {t(($) => (short ? $.shell.languageShort : $.shell.languages))}
      <Hidden>{label}</Hidden>
    </Button>
  )
}
