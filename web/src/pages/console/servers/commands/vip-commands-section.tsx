import {
  findVipPreset,
  vipPresetNames,
  vipPresets,
} from '@clutch/contract/rules/servers/rcon/command-presets.ts'
import {
  areVipCommands,
  fillVipCommand,
  vipLinesMax,
  vipPlaceholders,
  vipTableUses,
} from '@clutch/contract/rules/vip/vip-commands.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { SettingsSection } from '../../portal-settings/settings-section.tsx'
import { CommandLinesField, type CommandsSectionProps, PresetField } from './command-fields.tsx'
import { sampleSteamId, sampleTermMs } from './sample-player.ts'

const moments = ['grant', 'extend', 'expire'] as const
const isGroup = (text: string) => /^[\w.-]{1,32}$/.test(text)

/** F7: The commands that send a player's VIP to game servers. */
export function VipCommandsSection({ portal, locked }: CommandsSectionProps) {
  const { t } = useTranslation()
  const momentName = (moment: (typeof moments)[number]) => t(($) => $.adminServers.commands.moments[moment])
  return (
    <SettingsSection
      title={t(($) => $.adminServers.commands.vip)}
      hint={t(($) => $.adminServers.commands.vipHint)}
      locked={locked}
      portal={portal}
      partOf={({ vipCommands }) => vipCommands}
      changeOf={(vipCommands) => ({ vipCommands })}
      names={{
        group: t(($) => $.adminServers.commands.group),
        grant: momentName('grant'),
        extend: momentName('extend'),
        expire: momentName('expire'),
        table: t(($) => $.adminServers.commands.table),
        serverId: t(($) => $.adminServers.commands.serverId),
      }}
      isGood={(part) => isGroup(part.group) && moments.every((moment) => areVipCommands(part[moment]))}
    >
      {({ draft, change, checked }) => {
        const preset = findVipPreset(draft)
        const facts = { steamId: sampleSteamId, group: draft.group, until: sampleTermMs }
        return (
          <>
            <PresetField
              names={vipPresetNames}
              nameOf={(name) => t(($) => $.adminServers.commands.vipPresets[name])}
              value={preset}
              onChange={(name) => change(vipPresets[name])}
            />
            {preset !== null && (
              <Note tone={preset === 'off' ? 'warn' : 'info'}>
                {t(($) => $.adminServers.commands.vipPresetHints[preset])}
              </Note>
            )}
            <TextField
              label={t(($) => $.adminServers.commands.group)}
              hint={t(($) => $.adminServers.commands.groupHint)}
              value={draft.group}
              maxLength={32}
              required
              error={checked && !isGroup(draft.group) ? t(($) => $.adminServers.commands.badGroup) : null}
              onChange={(event) => change({ group: event.currentTarget.value })}
            />
            <SelectField
              label={t(($) => $.adminServers.commands.table)}
              hint={t(($) => $.adminServers.commands.tableHints[draft.table])}
              value={draft.table}
              onChange={(table) => change({ table })}
              options={vipTableUses.map((value) => ({
                value,
                text: t(($) => $.adminServers.commands.tableUses[value]),
              }))}
            />
            {draft.table !== 'off' && (
              <TextField
                label={t(($) => $.adminServers.commands.serverId)}
                hint={t(($) => $.adminServers.commands.serverIdHint)}
                value={String(draft.serverId)}
                inputMode="numeric"
                maxLength={9}
                onChange={(event) =>
                  change({ serverId: Number(event.currentTarget.value.replace(/\D/g, '')) })
                }
              />
            )}
            {moments.map((moment) => (
              <CommandLinesField
                key={moment}
                label={momentName(moment)}
                value={draft[moment]}
                onChange={(line) => change({ [moment]: line })}
                isGood={!checked || areVipCommands(draft[moment])}
                sample={areVipCommands(draft[moment]) ? fillVipCommand(draft[moment], facts, 0) : null}
                max={vipLinesMax}
                placeholders={vipPlaceholders}
              />
            ))}
          </>
        )
      }}
    </SettingsSection>
  )
}
