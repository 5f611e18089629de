import { isEmail, normalizeEmail } from '@clutch/contract/rules/email.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { BothLanguages } from '../kit/both-languages.tsx'
import type { OfPortal } from './community-sections.tsx'
import { Section } from './section.tsx'
import { TextList } from './text-list.tsx'

const mostTexts = 12
/** Whether it is one address, or nothing. */
function isHelp(text: string): boolean {
  return text.trim() === '' || isEmail(normalizeEmail(text))
}

/** G2: what the page says of practice servers, its "128 tick" too. */
export function PracticeSection({ portal }: OfPortal) {
  const { t } = useTranslation()
  return (
    <Section
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
      isGood={({ email }) => isHelp(email)}
    >
      {({ draft, change, checked }) => (
        <>
          <BothLanguages
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
            most={mostTexts}
          />
          <TextField
            type="email"
            label={t(($) => $.adminWords.texts.email)}
            value={draft.email}
            error={checked && !isHelp(draft.email) ? t(($) => $.adminWords.texts.badEmail) : null}
            onChange={(event) => change({ email: event.currentTarget.value })}
          />
        </>
      )}
    </Section>
  )
}

/** G3: what stands behind "notes" on the list of somebody's servers. */
export function NoticesSection({ portal }: OfPortal) {
  const { t } = useTranslation()
  return (
    <Section
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
          most={mostTexts}
        />
      )}
    </Section>
  )
}
