import type { OperatorPortalSettings } from '@clutch/contract/api/content/operator-portal-settings.ts'
import { socialLinks } from '@clutch/contract/rules/page/social-links.ts'
import { joinLinkKinds } from '@clutch/contract/api/content/portal.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { BilingualField } from '../kit/forms/bilingual-field.tsx'
import { isWebAddress } from './web-address.ts'
import { SettingsSection } from './settings-section.tsx'

export interface SectionProps {
  portal: OperatorPortalSettings
}

/** The community's name, and how its servers are joined. */
export function CommunitySection({ portal }: SectionProps) {
  const { t } = useTranslation()
  return (
    <SettingsSection
      title={t(($) => $.adminWords.texts.community)}
      portal={portal}
      partOf={({ name, join }) => ({ name, join })}
      changeOf={({ name, join }) => ({ name: name.trim(), join })}
      names={{
        name: t(($) => $.adminWords.texts.name),
        join: {
          name: t(($) => $.adminWords.texts.join),
          show: (kind: OperatorPortalSettings['join']) => t(($) => $.adminWords.texts.joinKinds[kind]),
        },
      }}
      isGood={({ name }) => name.trim() !== ''}
    >
      {({ draft, change, checked }) => (
        <>
          <TextField
            required
            label={t(($) => $.adminWords.texts.name)}
            aside={`${draft.name.length} / 40`}
            maxLength={40}
            value={draft.name}
            error={checked && draft.name.trim() === '' ? t(($) => $.admin.form.required) : null}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <SelectField
            label={t(($) => $.adminWords.texts.join)}
            hint={t(($) => $.adminWords.texts.joinHint)}
            options={joinLinkKinds.map((value) => ({
              value,
              text: t(($) => $.adminWords.texts.joinKinds[value]),
            }))}
            value={draft.join}
            onChange={(join) => change({ join })}
          />
        </>
      )}
    </SettingsSection>
  )
}

/** B6: where the community is elsewhere, and its filing number. */
export function LinksSection({ portal }: SectionProps) {
  const { t } = useTranslation()
  const badAddress = t(($) => $.admin.form.badAddress)
  return (
    <SettingsSection
      title={t(($) => $.adminWords.texts.links)}
      hint={t(($) => $.adminWords.texts.linksHint)}
      portal={portal}
      partOf={({ links, filing }) => ({
        discord: links.discord ?? '',
        qq: links.qq ?? '',
        bilibili: links.bilibili ?? '',
        weibo: links.weibo ?? '',
        filing: filing?.text ?? '',
        filingUrl: filing?.url ?? '',
      })}
      changeOf={({ filing, filingUrl, ...links }) => ({
        links: Object.fromEntries(socialLinks.map((place) => [place, links[place].trim() || null])),
        filing: filing.trim() === '' ? null : { text: filing.trim(), url: filingUrl.trim() },
      })}
      names={{
        discord: t(($) => $.shell.discord),
        qq: t(($) => $.shell.qq),
        bilibili: t(($) => $.shell.bilibili),
        weibo: t(($) => $.shell.weibo),
        filing: t(($) => $.adminWords.texts.filing),
        filingUrl: t(($) => $.adminWords.texts.filingUrl),
      }}
      isGood={({ filing, filingUrl, ...links }) =>
        socialLinks.every((place) => links[place].trim() === '' || isWebAddress(links[place])) &&
        (filing.trim() === '' || isWebAddress(filingUrl))
      }
    >
      {({ draft, change, checked }) => (
        <>
          {socialLinks.map((place) => (
            <TextField
              key={place}
              type="url"
              label={t(($) => $.shell[place])}
              value={draft[place]}
              error={checked && draft[place].trim() !== '' && !isWebAddress(draft[place]) ? badAddress : null}
              onChange={(event) => change({ [place]: event.currentTarget.value })}
            />
          ))}
          <TextField
            label={t(($) => $.adminWords.texts.filing)}
            maxLength={60}
            value={draft.filing}
            onChange={(event) => change({ filing: event.currentTarget.value })}
          />
          {draft.filing.trim() !== '' && (
            <TextField
              required
              type="url"
              label={t(($) => $.adminWords.texts.filingUrl)}
              value={draft.filingUrl}
              error={checked && !isWebAddress(draft.filingUrl) ? badAddress : null}
              onChange={(event) => change({ filingUrl: event.currentTarget.value })}
            />
          )}
        </>
      )}
    </SettingsSection>
  )
}

/** D16: the rules of every server that has none of its own. */
export function RulesSection({ portal }: SectionProps) {
  const { t } = useTranslation()
  return (
    <SettingsSection
      title={t(($) => $.adminWords.texts.rules)}
      hint={t(($) => $.adminWords.texts.rulesHint)}
      portal={portal}
      partOf={({ rules }) => ({ rules })}
      changeOf={(part) => part}
      names={{ rules: t(($) => $.adminWords.texts.rules) }}
    >
      {({ draft, change }) => (
        <BilingualField
          label={t(($) => $.adminWords.texts.rules)}
          value={draft.rules}
          onChange={(rules) => change({ rules })}
          max={20_000}
          lines={8}
        />
      )}
    </SettingsSection>
  )
}
