import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { BilingualField } from '../kit/forms/bilingual-field.tsx'
import type { SectionProps } from './community-sections.tsx'
import { SettingsSection } from './settings-section.tsx'

const emptyText = { zh: '', en: '' }

/** The banner at the top of every page while the community works on its servers. */
export function MaintenanceSection({ portal }: SectionProps) {
  const { t } = useTranslation()
  const isShown = portal.maintenance !== null
  return (
    <SettingsSection
      title={t(($) => $.adminWords.texts.maintenance)}
      hint={
        isShown ? t(($) => $.adminWords.texts.maintenanceShown) : t(($) => $.adminWords.texts.maintenanceHint)
      }
      portal={portal}
      partOf={({ maintenance }) => ({ text: maintenance ?? emptyText })}
      names={{ text: t(($) => $.adminWords.texts.maintenanceText) }}
      changeOf={({ text }) => ({ maintenance: `${text.zh}${text.en}`.trim() === '' ? null : text })}
      actions={(save) =>
        isShown && (
          <Button onClick={() => save({ text: emptyText })}>
            {t(($) => $.adminWords.texts.maintenanceEnd)}
          </Button>
        )
      }
    >
      {({ draft, change }) => (
        <BilingualField
          label={t(($) => $.adminWords.texts.maintenanceText)}
          value={draft.text}
          onChange={(text) => change({ text })}
          max={300}
          lines={2}
        />
      )}
    </SettingsSection>
  )
}
