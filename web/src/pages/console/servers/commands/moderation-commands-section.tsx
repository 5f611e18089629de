import {
  moderationPresetNames,
  moderationPresets,
  findPreset,
} from '@clutch/contract/rules/servers/rcon/command-presets.ts'
import {
  isModerationCommand,
  moderationKinds,
  moderationLinesMax,
  moderationPlaceholders,
  type ModerationKind,
} from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { Note } from '../../../../ui/messages/note.tsx'
import { SettingsSection } from '../../portal-settings/settings-section.tsx'
import { CommandLinesField, type CommandsSectionProps, PresetField } from './command-fields.tsx'
import { useModerationSample } from './moderation-sample.ts'

/** J: The commands sent to game servers when an operator kicks or bans a player, or writes to all of them. */
export function ModerationCommandsSection({ portal, locked }: CommandsSectionProps) {
  const { t } = useTranslation()
  const kindName = (kind: (typeof moderationKinds)[number]) => t(($) => $.adminServers.commands.kinds[kind])
  const sample = useModerationSample()
  const names = Object.fromEntries(moderationKinds.map((kind) => [kind, kindName(kind)])) as Record<
    ModerationKind,
    string
  >
  return (
    <SettingsSection
      title={t(($) => $.adminServers.commands.moderation)}
      hint={t(($) => $.adminServers.commands.moderationHint)}
      locked={locked}
      portal={portal}
      partOf={({ moderationCommands }) => moderationCommands}
      changeOf={(moderationCommands) => ({ moderationCommands })}
      names={names}
      isGood={(part) => moderationKinds.every((kind) => isModerationCommand(kind, part[kind]))}
    >
      {({ draft, change, checked }) => {
        const preset = findPreset(moderationPresets, draft)
        return (
          <>
            <PresetField
              names={moderationPresetNames}
              nameOf={(name) => t(($) => $.adminServers.commands.moderationPresets[name])}
              value={preset}
              onChange={(name) => change(moderationPresets[name])}
            />
            {preset !== null && (
              <Note tone="info">{t(($) => $.adminServers.commands.moderationPresetHints[preset])}</Note>
            )}
            {moderationKinds.map((kind) => (
              <CommandLinesField
                key={kind}
                label={kindName(kind)}
                value={draft[kind]}
                onChange={(line) => change({ [kind]: line })}
                isGood={!checked || isModerationCommand(kind, draft[kind])}
                max={moderationLinesMax}
                sample={sample(kind, draft[kind])}
                placeholders={moderationPlaceholders[kind]}
              />
            ))}
          </>
        )
      }}
    </SettingsSection>
  )
}
