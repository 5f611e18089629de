import { type Rule, ruleNameMaxLength } from '@clutch/contract/api/notifications/operator-rules.ts'
import { type EventKind, eventKindNames } from '@clutch/contract/rules/notifications/event-kinds.ts'
import { digestIntervals } from '@clutch/contract/rules/notifications/rules.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { FieldPair } from '../../../ui/forms/field-group.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { useDraft, useSave } from '../kit/drafts/use-draft.ts'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { ServerChoice } from '../users/operators/server-choice.tsx'
import { EventKindFields } from './event-kind-fields.tsx'
import { channelsQuery, rulesQuery, saveRule } from './notifications.queries.ts'
import { formatMinute, parseQuietHours } from './quiet-hours.ts'
import { type RuleTiming, RuleTimingFields } from './rule-timing-fields.tsx'

interface Fields extends RuleTiming {
  name: string
  channelId: string
  kinds: readonly EventKind[]
  serverIds: readonly string[]
  enabled: boolean
}

interface RuleDialogProps {
  open: boolean
  /** Null for a new one. */
  rule: Rule | null
  onClose: () => void
}

/** Adds a rule, or changes one. */
export function RuleDialog({ open, rule, onClose }: RuleDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data: channels = [] } = useQuery(channelsQuery)
  const [checked, setChecked] = useState(false)
  const firstChannel = channels[0]?.id ?? ''
  const draft = useDraft({
    keepAs: 'notification rule',
    item: rule,
    fieldsOf,
    newest: () => client.fetchQuery({ ...rulesQuery, staleTime: 0 }),
    names: useFieldNames(),
  })
  const { fields, change, id, revision } = draft
  const { name, kinds, minSeverity, serverIds, digest, enabled } = fields
  const channelId = fields.channelId || firstChannel
  const quiet = parseQuietHours(fields.from, fields.to)
  const [isNameless, isKindless] = [name.trim() === '', kinds.length === 0]
  const action = useSave(draft, async () => {
    await saveRule(client, id, {
      name: name.trim(),
      channelId,
      kinds: [...kinds],
      minSeverity,
      serverIds: serverIds.length === 0 ? null : [...serverIds],
      quiet: quiet ?? null,
      digestMinutes: digestIntervals.find((one) => String(one) === digest) ?? 0,
      enabled,
      revision,
    })
    showToast({ tone: 'good', title: t(($) => $.admin.form.saved) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (!isNameless && !isKindless && channelId !== '' && quiet !== undefined) void action.run()
  }
  const wrong = (is: boolean, text: string) => (checked && is ? text : null)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      width="l"
      title={
        rule === null ? t(($) => $.adminNotifications.rules.add) : t(($) => $.adminNotifications.rules.edit)
      }
      changed={draft.changed}
      onSave={save}
      action={action}
      draft={draft}
    >
      <FieldPair>
        <TextField
          required
          label={t(($) => $.adminNotifications.rules.name)}
          value={name}
          maxLength={ruleNameMaxLength}
          error={wrong(
            isNameless,
            t(($) => $.adminNotifications.rules.noName),
          )}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <SelectField
          required
          label={t(($) => $.adminNotifications.rules.channel)}
          options={channels.map((one) => ({ value: one.id, text: one.name }))}
          value={channelId}
          error={wrong(
            channelId === '',
            t(($) => $.adminNotifications.rules.noChannel),
          )}
          onChange={(next) => change({ channelId: next })}
        />
      </FieldPair>
      <EventKindFields
        chosen={kinds}
        error={wrong(
          isKindless,
          t(($) => $.adminNotifications.rules.noKinds),
        )}
        onChange={(next) => change({ kinds: next })}
      />
      <RuleTimingFields
        fields={fields}
        quietError={wrong(
          quiet === undefined,
          t(($) => $.adminNotifications.rules.badQuiet),
        )}
        onChange={change}
      />
      <ServerChoice chosen={serverIds} onChange={(next) => change({ serverIds: next })} />
      <Switch checked={enabled} onChange={(on) => change({ enabled: on })}>
        {t(($) => $.adminNotifications.rules.enabled)}
      </Switch>
    </FormDialog>
  )
}

function fieldsOf(rule: Rule | null): Fields {
  return {
    name: rule?.name ?? '',
    channelId: rule?.channelId ?? '',
    kinds: eventKindNames.filter((kind) => rule?.kinds.includes(kind)),
    minSeverity: rule?.minSeverity ?? 'info',
    serverIds: rule?.serverIds ?? [],
    from: rule?.quiet ? formatMinute(rule.quiet.from) : '',
    to: rule?.quiet ? formatMinute(rule.quiet.to) : '',
    digest: `${rule?.digestMinutes ?? 0}`,
    enabled: rule?.enabled ?? true,
  }
}

function useFieldNames(): Record<keyof Fields, string> {
  const { t } = useTranslation()
  return {
    name: t(($) => $.adminNotifications.rules.name),
    channelId: t(($) => $.adminNotifications.rules.channel),
    kinds: t(($) => $.adminNotifications.rules.kinds),
    minSeverity: t(($) => $.adminNotifications.rules.minSeverity),
    serverIds: t(($) => $.adminNotifications.rules.servers),
    from: t(($) => $.adminNotifications.rules.quietFrom),
    to: t(($) => $.adminNotifications.rules.quietTo),
    digest: t(($) => $.adminNotifications.rules.digest),
    enabled: t(($) => $.adminNotifications.rules.enabled),
  }
}
