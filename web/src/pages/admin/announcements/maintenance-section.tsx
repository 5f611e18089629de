import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { BothLanguages } from '../kit/both-languages.tsx'
import type { OfPortal } from './community-sections.tsx'
import { Section } from './section.tsx'

const nothing = { zh: '', en: '' }

/** The banner at the top of every page while the community works on its servers. */
export function MaintenanceSection({ portal }: OfPortal) {
  const { t } = useTranslation()
  const isShown = portal.maintenance !== null
  return (
    <Section
      title={t(($) => $.adminWords.texts.maintenance)}
      hint={
        isShown ? t(($) => $.adminWords.texts.maintenanceShown) : t(($) => $.adminWords.texts.maintenanceHint)
      }
      portal={portal}
      partOf={({ maintenance }) => ({ text: maintenance ?? nothing })}
      names={{ text: t(($) => $.adminWords.texts.maintenanceText) }}
      changeOf={({ text }) => ({ maintenance: `${text.zh}${text.en}`.trim() === '' ? null : text })}
      actions={(save) =>
        isShown && (
          <Button onClick={() => save({ text: nothing })}>
            {t(($) => $.adminWords.texts.maintenanceEnd)}
          </Button>
        )
      }
    >
      {({ draft, change }) => (
        <BothLanguages
          label={t(($) => $.adminWords.texts.maintenanceText)}
          value={draft.text}
          onChange={(text) => change({ text })}
          max={300}
          lines={2}
        />
      )}
    </Section>
  )
}
