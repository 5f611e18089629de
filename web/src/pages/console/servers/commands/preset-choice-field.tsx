import {
  moderationPresetNames,
  moderationPresets,
  type ModerationPreset,
} from '@clutch/contract/rules/servers/rcon/command-presets.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { portalSettingsQuery } from '../../portal-settings/portal-settings.queries.ts'
import { SentLines } from './command-fields.tsx'
import { useModerationSample } from './moderation-sample.ts'

interface PresetChoiceProps {
  /** Empty: that of the portal's settings. */
  value: ModerationPreset | ''
  onChange: (preset: ModerationPreset | '') => void
}

/** The preset of one server, and how a ban is sent with it. */
export function PresetChoiceField({ value, onChange }: PresetChoiceProps) {
  const { t } = useTranslation()
  const sample = useModerationSample()
  const { data: portal } = useQuery(portalSettingsQuery)
  const ban = value === '' ? portal?.moderationCommands.ban : moderationPresets[value].ban
  return (
    <SelectField
      label={t(($) => $.adminServers.form.moderationPreset)}
      value={value}
      onChange={onChange}
      options={[
        { value: '' as const, text: t(($) => $.adminServers.form.presetOfPortal) },
        ...moderationPresetNames.map((name) => ({
          value: name,
          text: t(($) => $.adminServers.commands.moderationPresets[name]),
        })),
      ]}
      hint={
        ban !== undefined && (
          <SentLines
            lines={sample('ban', ban)}
            intro={t(($) => $.adminServers.form.presetSample)}
            none={t(($) => $.adminServers.form.presetNoBan)}
          />
        )
      }
    />
  )
}
