import { defaultModerationCommands, type ModerationKind } from './moderation-commands.ts'
import type { VipCommandKind } from '../../vip/vip-commands.ts'

export const vipPresetNames = ['vipcore', 'cs2vip', 'plain', 'off'] as const
export type VipPreset = (typeof vipPresetNames)[number]

const emptyVipCommands = { grant: '', extend: '', expire: '' }

/**
 * Lines for known VIP plugins. VIPCore acts at once for a SteamID64, and at the next connection for an account number; it does
 * not extend a membership by adding it again. cs2-vip (Pisex) cannot extend one by a command and removes only players who are
 * online. The plain lines are for a plugin of the operator's own.
 */
export const vipPresets: Record<VipPreset, Record<VipCommandKind, string>> = {
  vipcore: {
    grant: 'css_vip_adduser "{steamid}" "{group}" "{seconds}"',
    extend: 'css_vip_updateuser "{steamid}" "{group}" "{seconds}"',
    expire: 'css_vip_deleteuser "{steamid}"',
  },
  cs2vip: {
    grant: 'vip_give {accountid} {seconds} {group}',
    extend: '',
    expire: 'vip_remove {accountid}',
  },
  plain: {
    grant: 'vip_set {steamid} {group} {until}',
    extend: 'vip_set {steamid} {group} {until}',
    expire: 'vip_unset {steamid}',
  },
  off: emptyVipCommands,
}

export const moderationPresetNames = ['game', 'simpleadmin', 'off'] as const
export type ModerationPreset = (typeof moderationPresetNames)[number]

/** Lines of the game itself, of CS2-SimpleAdmin, and none. */
export const moderationPresets: Record<ModerationPreset, Record<ModerationKind, string>> = {
  game: defaultModerationCommands,
  simpleadmin: {
    kick: 'css_kick #{userid} {reason}',
    ban: 'css_addban {steamid} {minutes} {reason}',
    message: 'css_say {text}',
  },
  off: { kick: '', ban: '', message: '' },
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
