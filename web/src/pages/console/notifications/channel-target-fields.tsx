import type { ChannelKind } from '@clutch/contract/rules/notifications/channel-kinds.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { type TargetFields, areMailsWrong, isAddressWrong, isGroupWrong } from './channel-target.ts'

interface ChannelTargetFieldsProps {
  kind: ChannelKind
  fields: TargetFields
  isNew: boolean
  /** Whether errors are shown. */
  checked: boolean
  onChange: (fields: Partial<TargetFields>) => void
}

/** Where a channel sends to, and its keys: what its kind needs. */
export function ChannelTargetFields({ kind, fields, isNew, checked, onChange }: ChannelTargetFieldsProps) {
  const { t } = useTranslation()
  if (kind === 'mail')
    return (
      <TextField
        required={isNew}
        label={t(($) => $.adminNotifications.channels.mails)}
        value={fields.mails}
        hint={
          isNew
            ? t(($) => $.adminNotifications.channels.mailsHint)
            : t(($) => $.adminNotifications.channels.keepUrl)
        }
        error={
          checked && areMailsWrong(kind, fields) ? t(($) => $.adminNotifications.channels.badMails) : null
        }
        onChange={(event) => onChange({ mails: event.currentTarget.value })}
      />
    )
  return (
    <>
      <TextField
        required={isNew}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        label={t(($) => $.adminNotifications.channels.url)}
        value={fields.url}
        hint={
          isNew
            ? t(($) => $.adminNotifications.channels.urlHints[kind])
            : t(($) => $.adminNotifications.channels.keepUrl)
        }
        error={
          checked && isAddressWrong(kind, fields) ? t(($) => $.adminNotifications.channels.badUrl) : null
        }
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      {(kind === 'feishu' || kind === 'dingtalk') && (
        <PasswordField
          autoComplete="new-password"
          label={t(($) => $.adminNotifications.channels.secret)}
          value={fields.secret}
          hint={t(($) => $.adminNotifications.channels.secretHint)}
          onChange={(event) => onChange({ secret: event.currentTarget.value })}
        />
      )}
      {kind === 'onebot' && (
        <>
          <PasswordField
            autoComplete="new-password"
            label={t(($) => $.adminNotifications.channels.token)}
            value={fields.token}
            hint={t(($) => $.adminNotifications.channels.tokenHint)}
            onChange={(event) => onChange({ token: event.currentTarget.value })}
          />
          <TextField
            required={isNew}
            inputMode="numeric"
            label={t(($) => $.adminNotifications.channels.groupId)}
            value={fields.groupId}
            error={
              checked && isGroupWrong(kind, fields) ? t(($) => $.adminNotifications.channels.badGroup) : null
            }
            onChange={(event) => onChange({ groupId: event.currentTarget.value })}
          />
        </>
      )}
    </>
  )
}
