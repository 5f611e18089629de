import type { ModerationPreset } from '@clutch/contract/rules/servers/rcon/command-presets.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { FieldGroup } from '../../../../ui/forms/field-group.tsx'
import { PresetChoiceField } from '../commands/preset-choice-field.tsx'
import { NumberInput, type FieldsProps } from './server-fields.tsx'

/** Which plugins it has: whose commands reach its players, and its number in the table of VIPs. */
export function PluginFields(props: FieldsProps) {
  const { t } = useTranslation()
  const { fields, change } = props
  return (
    <FieldGroup title={t(($) => $.adminServers.form.plugins)}>
      <PresetChoiceField
        value={fields.moderation_preset}
        onChange={(preset: ModerationPreset | '') => change({ moderation_preset: preset })}
      />
      <NumberInput
        name="vip_server_id"
        label={t(($) => $.adminServers.form.vipServerId)}
        hint={t(($) => $.adminServers.form.vipServerIdHint)}
        {...props}
      />
    </FieldGroup>
  )
}
