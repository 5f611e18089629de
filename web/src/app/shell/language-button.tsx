import { pageLanguage, useTranslation } from '../../locales/translate.ts'
import { switchLanguage } from '../../locales/index.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { VisuallyHidden } from '../../ui/text/text.tsx'

/** B7: switches to the other language; its name is in that language. */
export function LanguageButton({ variant, short }: { variant: 'ghost' | 'default'; short: boolean }) {
  const { t } = useTranslation()
  const other = pageLanguage() === 'zh' ? 'en' : 'zh'
  const label = t(($) => $.shell.language)
  return (
    <Button variant={variant} data-tooltip={label} onClick={() => switchLanguage(other)}>
      {t(($) => (short ? $.shell.languageShort : $.shell.languages))}
      <VisuallyHidden>{label}</VisuallyHidden>
    </Button>
  )
}
