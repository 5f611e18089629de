import {
  type Channel,
  channelMaxPerMinute,
  liveSecondsMax,
  liveSecondsMin,
  channelNameMaxLength,
} from '@clutch/contract/api/notifications/operator-channels.ts'
import {
  type ChannelKind,
  type ChannelLanguage,
  channelKindNames,
  channelKinds,
  channelLanguages,
} from '@clutch/contract/rules/notifications/channel-kinds.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { parseWholeNumber } from '../kit/forms/whole-number.ts'
import { useDraft, useSave } from '../kit/drafts/use-draft.ts'
import { useLocalizedText } from '../rentals/rental-text.ts'
import { addChannel, changeChannel, channelsQuery } from './notifications.queries.ts'
import {
  type TargetFields,
  areMailsWrong,
  emptyTarget,
  isAddressWrong,
  isGroupWrong,
  isTargetEmpty,
  toTarget,
} from './channel-target.ts'
import { ChannelTargetFields } from './channel-target-fields.tsx'

interface Fields extends TargetFields {
  kind: ChannelKind
  name: string
  language: ChannelLanguage
  perMinute: string
  live: boolean
  liveSeconds: string
  enabled: boolean
}

const fieldsOf = (channel: Channel | null): Fields => ({
  ...emptyTarget,
  kind: channel?.kind ?? 'discord',
  name: channel?.name ?? '',
  language: channel?.language ?? 'zh',
  perMinute: String(channel === null ? channelKinds.discord.perMinute : (channel.perMinute ?? '')),
  live: channel !== null && channel.liveSeconds !== null,
  liveSeconds: String(channel?.liveSeconds ?? liveSecondsMin),
  enabled: channel?.enabled ?? true,
})

interface ChannelDialogProps {
  open: boolean
  /** Null for a new one. */
  channel: Channel | null
  onClose: () => void
  /** A signed webhook was added. */
  onSecret: (secret: string) => void
}

/** Adds a channel, or changes one; the present address and keys are never shown. */
export function ChannelDialog({ open, channel, onClose, onSecret }: ChannelDialogProps) {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const client = useQueryClient()
  const [checked, setChecked] = useState(false)
  const draft = useDraft({
    keepAs: 'channel',
    item: channel,
    fieldsOf,
    newest: () => client.fetchQuery({ ...channelsQuery, staleTime: 0 }),
    names: useFieldNames(),
    secrets: ['url', 'secret', 'token'],
  })
  const { fields, change, id, revision } = draft
  const { kind, name, language, enabled } = fields
  const perMinute =
    fields.perMinute.trim() === '' ? null : parseWholeNumber(fields.perMinute, 1, channelMaxPerMinute)
  const isLimitWrong = perMinute === null && fields.perMinute.trim() !== ''
  const liveSeconds = parseWholeNumber(fields.liveSeconds, liveSecondsMin, liveSecondsMax)
  const isLiveWrong = kind === 'discord' && fields.live && liveSeconds === null
  const keepsTarget = id !== undefined && isTargetEmpty(fields)
  const isTargetWrong =
    !keepsTarget &&
    (isAddressWrong(kind, fields) || isGroupWrong(kind, fields) || areMailsWrong(kind, fields))
  const isNameless = name.trim() === ''
  const action = useSave(draft, async () => {
    const live = kind === 'discord' && fields.live ? liveSeconds : null
    const body = { name: name.trim(), language, perMinute, liveSeconds: live }
    const target = toTarget(kind, fields)
    const secret = id === undefined ? await addChannel(client, { ...body, target }) : null
    if (id !== undefined)
      await changeChannel(client, id, { ...body, enabled, revision, ...(!keepsTarget && { target }) })
    showToast({ tone: 'good', title: t(($) => $.admin.form.saved) })
    onClose()
    if (secret !== null) onSecret(secret)
  })
  const save = () => {
    setChecked(true)
    if (!isNameless && !isTargetWrong && !isLimitWrong && !isLiveWrong) void action.run()
  }
  const chooseKind = (next: ChannelKind) =>
    change({ ...emptyTarget, kind: next, perMinute: String(channelKinds[next].perMinute ?? '') })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={
        channel === null
          ? t(($) => $.adminNotifications.channels.add)
          : t(($) => $.adminNotifications.channels.edit)
      }
      changed={draft.changed}
      onSave={save}
      action={action}
      draft={draft}
    >
      {channel === null && (
        <SelectField
          label={t(($) => $.adminNotifications.channels.kind)}
          options={channelKindNames.map((value) => ({ value, text: say(channelKinds[value].name) }))}
          value={kind}
          onChange={chooseKind}
        />
      )}
      <TextField
        required
        label={t(($) => $.adminNotifications.channels.name)}
        value={name}
        maxLength={channelNameMaxLength}
        error={checked && isNameless ? t(($) => $.adminNotifications.channels.noName) : null}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <ChannelTargetFields
        kind={kind}
        fields={fields}
        isNew={channel === null}
        checked={checked && !keepsTarget}
        onChange={change}
      />
      <SelectField
        label={t(($) => $.adminNotifications.channels.language)}
        options={channelLanguages.map((value) => ({
          value,
          text: t(($) => $.adminNotifications.channels.languages[value]),
        }))}
        value={language}
        onChange={(next) => change({ language: next })}
      />
      <TextField
        label={t(($) => $.adminNotifications.channels.perMinute)}
        inputMode="numeric"
        value={fields.perMinute}
        hint={t(($) => $.adminNotifications.channels.perMinuteHint)}
        error={
          checked && isLimitWrong
            ? t(($) => $.admin.form.badNumber, { min: 1, max: channelMaxPerMinute })
            : null
        }
        onChange={(event) => change({ perMinute: event.currentTarget.value })}
      />
      {kind === 'discord' && (
        <LiveFields
          live={fields.live}
          seconds={fields.liveSeconds}
          isWrong={checked && isLiveWrong}
          onChange={change}
        />
      )}
      {channel !== null && (
        <Switch checked={enabled} onChange={(on) => change({ enabled: on })}>
          {t(($) => $.adminNotifications.channels.enabled)}
        </Switch>
      )}
    </FormDialog>
  )
}

interface LiveFieldsProps {
  live: boolean
  seconds: string
  isWrong: boolean
  onChange: (fields: Partial<Pick<Fields, 'live' | 'liveSeconds'>>) => void
}

/** The message that shows the server list. */
function LiveFields({ live, seconds, isWrong, onChange }: LiveFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Switch checked={live} onChange={(on) => onChange({ live: on })}>
        {t(($) => $.adminNotifications.channels.live)}
      </Switch>
      {live && (
        <TextField
          label={t(($) => $.adminNotifications.channels.liveSeconds)}
          inputMode="numeric"
          value={seconds}
          hint={t(($) => $.adminNotifications.channels.liveHint)}
          error={
            isWrong ? t(($) => $.admin.form.badNumber, { min: liveSecondsMin, max: liveSecondsMax }) : null
          }
          onChange={(event) => onChange({ liveSeconds: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function useFieldNames(): Record<keyof Fields, string> {
  const { t } = useTranslation()
  return {
    kind: t(($) => $.adminNotifications.channels.kind),
    name: t(($) => $.adminNotifications.channels.name),
    language: t(($) => $.adminNotifications.channels.language),
    perMinute: t(($) => $.adminNotifications.channels.perMinute),
    live: t(($) => $.adminNotifications.channels.live),
    liveSeconds: t(($) => $.adminNotifications.channels.liveSeconds),
    enabled: t(($) => $.adminNotifications.channels.enabled),
    url: t(($) => $.adminNotifications.channels.url),
    secret: t(($) => $.adminNotifications.channels.secret),
    token: t(($) => $.adminNotifications.channels.token),
    groupId: t(($) => $.adminNotifications.channels.groupId),
    mails: t(($) => $.adminNotifications.channels.mails),
  }
}
