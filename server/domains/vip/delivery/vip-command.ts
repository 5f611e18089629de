import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import {
  type VipCommandValues,
  fillVipCommand,
  isVipCommand,
} from '@clutch/contract/rules/vip/vip-commands.ts'

/** A line that would not stay one command of its template. */
export class VipCommandRefused extends Error {
  override name = 'VipCommandRefused'
}

/**
 * Renders the console line of a template and facts at a time (ms since 1970). The stored template was checked
 * when it was set; the result is checked again, since game servers execute it: throws VipCommandRefused for
 * anything else.
 */
export function renderVipCommand(template: string, facts: VipCommandValues, now: number): string {
  if (template === '' || !isVipCommand(template)) throw new VipCommandRefused('the template is no command')
  if (!isSteamId(facts.steamId)) throw new VipCommandRefused('not a SteamID64')
  if (!/^[\w.-]{1,32}$/.test(facts.group)) throw new VipCommandRefused('not the name of a group')
  return fillVipCommand(template, facts, now)
}
