import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { pageLanguage, useTranslation } from '../../../locales/translate.ts'
import { PageLink } from '../../../app/navigation/page-link.tsx'
import { setTheme, useTheme, type Theme } from '../../../app/browser/theme.ts'
import { switchLanguage } from '../../../locales/index.ts'
import { Panel } from '../../../ui/layout/layout.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { SettingRow } from '../setting-row.tsx'

const languages: readonly Language[] = ['zh', 'en']
const themes: readonly Theme[] = ['dark', 'light']

/** J2: the language and the theme of this browser. */
export function GeneralPage() {
  const { t } = useTranslation()
  const language = t(($) => $.settings.general.language)
  const theme = t(($) => $.settings.general.theme)
  const shown = useTheme()
  return (
    <Panel title={t(($) => $.settings.general.display)} padded={false}>
      <SettingRow title={language} hint={t(($) => $.settings.general.languageHint)}>
        <SegmentedControl
          label={language}
          options={languages.map((value) => ({
            value,
            text: t(($) => $.settings.general.languages[value]),
          }))}
          value={pageLanguage()}
          onChange={switchLanguage}
        />
      </SettingRow>
      <SettingRow title={theme} hint={t(($) => $.settings.general.themeHint)}>
        <SegmentedControl
          label={theme}
          options={themes.map((value) => ({ value, text: t(($) => $.settings.general.themes[value]) }))}
          value={shown}
          onChange={setTheme}
        />
      </SettingRow>
      <SettingRow title={t(($) => $.settings.mails.row)} hint={t(($) => $.settings.mails.rowHint)}>
        <PageLink to="/mail-settings">{t(($) => $.settings.mails.open)}</PageLink>
      </SettingRow>
    </Panel>
  )
}
