import { defaultModerationCommands, type ModerationKind } from './moderation-commands.ts'
import type { VipCommandKind, VipTableUse } from '../../vip/vip-commands.ts'

export const vipPresetNames = ['vipcore', 'vipcoreTable', 'cs2vip', 'plain', 'off'] as const
export type VipPreset = (typeof vipPresetNames)[number]

type VipPresetLines = Record<VipCommandKind, string> & { table: VipTableUse }

/** The same for each moment: the plugin reads the player's row again if they are online. */
const reloadRow = (line: string) => ({ grant: line, extend: line, expire: line })

/**
 * Lines for known VIP plugins. VIPCore 1 acts at once for a SteamID64, and at the next connection for an account number; it does
 * not extend a membership by adding it again. Its later sources have no command to extend, so the portal writes their table; removing
 * is a command, since they do not take VIP from an online player whose row is gone. cs2-vip (Pisex) removes and extends nothing for
 * players who are offline, so the portal writes its table too. The plain lines are for a plugin of the operator's own.
 */
export const vipPresets: Record<VipPreset, VipPresetLines> = {
  vipcore: {
    grant: 'css_vip_adduser "{steamid}" "{group}" "{seconds}"',
    extend: 'css_vip_updateuser "{steamid}" "{group}" "{seconds}"',
    expire: 'css_vip_deleteuser "{steamid}"',
    table: 'off',
  },
  vipcoreTable: {
    ...reloadRow('css_vip_update_user "{steamid}"'),
    expire: 'css_vip_deleteuser "{steamid}"',
    table: 'write',
  },
  cs2vip: { ...reloadRow('mm_reload_vip {accountid}'), table: 'write' },
  plain: {
    grant: 'vip_set {steamid} {group} {until}',
    extend: 'vip_set {steamid} {group} {until}',
    expire: 'vip_unset {steamid}',
    table: 'off',
  },
  off: { grant: '', extend: '', expire: '', table: 'off' },
}

/** The preset of VIP whose lines these are, null for the operator's own; a comparison with the table goes with any lines. */
export function findVipPreset({ grant, extend, expire, table }: VipPresetLines): VipPreset | null {
  const compared = { grant, extend, expire, table: table === 'check' ? 'off' : table }
  return findPreset<VipPreset, keyof VipPresetLines>(vipPresets, compared)
}

export const moderationPresetNames = ['game', 'gameSaved', 'simpleadmin', 'off'] as const
export type ModerationPreset = (typeof moderationPresetNames)[number]

/**
 * Lines of the game itself; the same with permanent bans written to `cfg/banned_user.cfg`; those of CS2-SimpleAdmin, whose `css_add…`
 * commands also take players who are not on the server; and none. A reason is in quotes, so that the game does not split it at a
 * colon or a bracket; `css_say` shows its line as it is.
 */
export const moderationPresets: Record<ModerationPreset, Record<ModerationKind, string>> = {
  game: defaultModerationCommands,
  gameSaved: {
    ...defaultModerationCommands,
    ban: `${defaultModerationCommands.ban}\nwriteid`,
    unban: `${defaultModerationCommands.unban}\nwriteid`,
  },
  simpleadmin: {
    kick: 'css_kick #{userid} "{reason}"',
    ban: 'css_addban {steamid} {minutes} "{reason}"',
    unban: 'css_unban {steamid} "{reason}"',
    mute: 'css_addmute {steamid} {minutes} "{reason}"',
    unmute: 'css_unmute {steamid}',
    gag: 'css_addgag {steamid} {minutes} "{reason}"',
    ungag: 'css_ungag {steamid}',
    message: 'css_say {text}',
  },
  off: { kick: '', ban: '', unban: '', mute: '', unmute: '', gag: '', ungag: '', message: '' },
}

/** The preset of a name that is stored; null for none, and for one that this version does not have. */
export function parseModerationPreset(name: string | null): ModerationPreset | null {
  return moderationPresetNames.find((known) => known === name) ?? null
}

/** The commands of a server: those of its own preset, or those of the portal's settings where it has none. */
export function getModerationCommands<Commands extends Record<ModerationKind, string>>(
  preset: ModerationPreset | null,
  portal: Commands,
): Commands | Record<ModerationKind, string> {
  return preset === null ? portal : moderationPresets[preset]
}

/** The preset whose lines these are; null where they were written by hand. */
export function findPreset<Name extends string, Line extends string>(
  presets: Record<Name, Record<Line, string>>,
  lines: Record<Line, string>,
): Name | null {
  const names = Object.keys(presets) as Name[]
  const isOf = (preset: Record<Line, string>) =>
    (Object.keys(preset) as Line[]).every((line) => preset[line] === lines[line].trim())
  return names.find((name) => isOf(presets[name])) ?? null
}
