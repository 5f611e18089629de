import { isEmail, normalizeEmail } from '@clutch/contract/rules/accounts/email-address.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { BilingualField } from '../kit/forms/bilingual-field.tsx'
import type { SectionProps } from './community-sections.tsx'
import { SettingsSection } from './settings-section.tsx'
import { TextList } from './text-list.tsx'

const maxTexts = 12
/** Whether it is one address, or nothing. */
function isHelpAddress(text: string): boolean {
  return text.trim() === '' || isEmail(normalizeEmail(text))
}

/** G2: what the page says of practice servers, its "128 tick" too. */
export function RentalSection({ portal }: SectionProps) {
  const { t } = useTranslation()
  return (
    <SettingsSection
      title={t(($) => $.adminWords.texts.practice)}
      hint={t(($) => $.adminWords.texts.practiceHint)}
      portal={portal}
      partOf={({ practice: { lead, bullets, supportEmail } }) => ({
        lead,
        bullets,
        email: supportEmail ?? '',
      })}
      changeOf={({ lead, bullets, email }) => ({
        practice: { lead, bullets, supportEmail: email.trim() === '' ? null : email.trim() },
      })}
      names={{
        lead: t(($) => $.adminWords.texts.lead),
        bullets: t(($) => $.adminWords.texts.bullets),
        email: t(($) => $.adminWords.texts.email),
      }}
      isGood={({ email }) => isHelpAddress(email)}
    >
      {({ draft, change, checked }) => (
        <>
          <BilingualField
            label={t(($) => $.adminWords.texts.lead)}
            value={draft.lead}
            onChange={(lead) => change({ lead })}
            max={80}
          />
          <TextList
            label={(number) => t(($) => $.adminWords.texts.bullet, { number })}
            value={draft.bullets}
            onChange={(bullets) => change({ bullets })}
            max={120}
            most={maxTexts}
          />
          <TextField
            type="email"
            label={t(($) => $.adminWords.texts.email)}
            value={draft.email}
            error={checked && !isHelpAddress(draft.email) ? t(($) => $.adminWords.texts.badEmail) : null}
            onChange={(event) => change({ email: event.currentTarget.value })}
          />
        </>
      )}
    </SettingsSection>
  )
}

/** G3: The text behind "notes" on a user's server list. */
export function NotesSection({ portal }: SectionProps) {
  const { t } = useTranslation()
  return (
    <SettingsSection
      title={t(($) => $.adminWords.texts.notices)}
      hint={t(($) => $.adminWords.texts.noticesHint)}
      portal={portal}
      partOf={({ practice: { notices } }) => ({ notices })}
      changeOf={({ notices }) => ({ practice: { notices } })}
      names={{ notices: t(($) => $.adminWords.texts.notices) }}
    >
      {({ draft, change }) => (
        <TextList
          label={(number) => t(($) => $.adminWords.texts.notice, { number })}
          value={draft.notices}
          onChange={(notices) => change({ notices })}
          max={200}
          most={maxTexts}
        />
      )}
    </SettingsSection>
  )
}
