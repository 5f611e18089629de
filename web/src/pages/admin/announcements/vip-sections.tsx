import { isVipCommand, vipPlaceholders } from '@clutch/contract/rules/vip-commands.ts'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/text-field.tsx'
import { isAddress } from './addresses.ts'
import type { OfPortal } from './community-sections.tsx'
import { Section } from './section.tsx'

const pages = ['subscribeUrl', 'storeUrl'] as const
const moments = ['grant', 'extend', 'expire'] as const
const isGroup = (text: string) => /^[\w.-]{1,32}$/.test(text)

/** F4: where VIP is sold elsewhere. */
export function VipPagesSection({ portal }: OfPortal) {
  const { t } = useTranslation()
  const isGood = (text: string) => text.trim() === '' || isAddress(text)
  return (
    <Section
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
    </Section>
  )
}

/** F8: what game servers are told of somebody's VIP. */
export function VipCommandsSection({ portal }: OfPortal) {
  const { t } = useTranslation()
  return (
    <Section
      title={t(($) => $.adminWords.texts.vipCommands)}
      hint={t(($) => $.adminWords.texts.vipCommandsHint, {
        placeholders: vipPlaceholders.map((name) => `{${name}}`).join(' '),
      })}
      portal={portal}
      partOf={({ vipCommands }) => vipCommands}
      changeOf={(vipCommands) => ({ vipCommands })}
      names={{
        group: t(($) => $.adminWords.texts.vipGroup),
        grant: t(($) => $.adminWords.texts.vipMoments.grant),
        extend: t(($) => $.adminWords.texts.vipMoments.extend),
        expire: t(($) => $.adminWords.texts.vipMoments.expire),
      }}
      isGood={(part) => isGroup(part.group) && moments.every((moment) => isVipCommand(part[moment]))}
    >
      {({ draft, change, checked }) => (
        <>
          <TextField
            label={t(($) => $.adminWords.texts.vipGroup)}
            value={draft.group}
            maxLength={32}
            error={checked && !isGroup(draft.group) ? t(($) => $.adminWords.texts.badGroup) : null}
            onChange={(event) => change({ group: event.currentTarget.value })}
          />
          {moments.map((moment) => (
            <TextField
              key={moment}
              label={t(($) => $.adminWords.texts.vipMoments[moment])}
              value={draft[moment]}
              maxLength={200}
              spellCheck={false}
              error={checked && !isVipCommand(draft[moment]) ? t(($) => $.adminWords.texts.badCommand) : null}
              onChange={(event) => change({ [moment]: event.currentTarget.value })}
            />
          ))}
        </>
      )}
    </Section>
  )
}
