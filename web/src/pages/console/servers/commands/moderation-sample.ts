import {
  fillModerationCommand,
  isModerationCommand,
  type ModerationKind,
} from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { sampleSteamId } from './sample-player.ts'

/** Fills a command for a sample player; null while it is no command. */
export function useModerationSample(): (kind: ModerationKind, template: string) => string | null {
  const { t } = useTranslation()
  const values = {
    userId: 3,
    steamId: sampleSteamId,
    minutes: 60,
    reason: t(($) => $.adminServers.commands.sampleReason),
    text: t(($) => $.adminServers.commands.sampleText),
  }
  return (kind, template) =>
    isModerationCommand(kind, template) ? fillModerationCommand(template, values) : null
}
