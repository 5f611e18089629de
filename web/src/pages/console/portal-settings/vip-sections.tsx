import { useTranslation } from '../../../locales/translate.ts'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { isWebAddress } from './web-address.ts'
import type { SectionProps } from './community-sections.tsx'
import { SettingsSection } from './settings-section.tsx'

const pages = ['subscribeUrl', 'storeUrl'] as const

/** F4: where VIP is sold elsewhere. */
export function VipPagesSection({ portal }: SectionProps) {
  const { t } = useTranslation()
  const isGood = (text: string) => text.trim() === '' || isWebAddress(text)
  return (
    <SettingsSection
      title={t(($) => $.adminWords.texts.vip)}
      hint={t(($) => $.adminWords.texts.vipHint)}
      portal={portal}
      partOf={({ vip }) => ({ subscribeUrl: vip.subscribeUrl ?? '', storeUrl: vip.storeUrl ?? '' })}
      changeOf={({ subscribeUrl, storeUrl }) => ({
        vip: { subscribeUrl: subscribeUrl.trim() || null, storeUrl: storeUrl.trim() || null },
      })}
      names={{
        subscribeUrl: t(($) => $.adminWords.texts.vipPages.subscribeUrl),
        storeUrl: t(($) => $.adminWords.texts.vipPages.storeUrl),
      }}
      isGood={(part) => pages.every((page) => isGood(part[page]))}
    >
      {({ draft, change, checked }) =>
        pages.map((page) => (
          <TextField
            key={page}
            type="url"
            label={t(($) => $.adminWords.texts.vipPages[page])}
            value={draft[page]}
            error={checked && !isGood(draft[page]) ? t(($) => $.admin.form.badAddress) : null}
            onChange={(event) => change({ [page]: event.currentTarget.value })}
          />
        ))
      }
    </SettingsSection>
  )
}
