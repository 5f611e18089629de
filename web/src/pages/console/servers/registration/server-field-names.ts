import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { GameMode } from '@clutch/contract/rules/servers/game-modes.ts'
import type { ModerationPreset } from '@clutch/contract/rules/servers/rcon/command-presets.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import type { FieldNames } from '../../kit/drafts/field-names.ts'
import type { ServerFields } from './server-form.ts'
import { useServerText } from '../server-text.ts'

/** What each field of a registration is called. */
export function useServerFieldNames(): FieldNames<ServerFields> {
  const { t } = useTranslation()
  const words = useServerText()
  return {
    ip: t(($) => $.adminServers.form.ip),
    port: t(($) => $.adminServers.form.port),
    protocol: t(($) => $.adminServers.form.protocol),
    rcon_password: t(($) => $.adminServers.form.rcon),
    forgetRcon: t(($) => $.adminServers.form.rconForget),
    name: t(($) => $.adminServers.form.name),
    name_display: t(($) => $.adminServers.form.nameDisplay),
    category: {
      name: t(($) => $.adminServers.form.category),
      show: (mode: GameMode) => words.mode(mode),
    },
    region: { name: t(($) => $.adminServers.form.region), show: (code: string) => words.region(code) },
    tickrate: t(($) => $.adminServers.form.tickrate),
    players_max: t(($) => $.adminServers.form.playersMax),
    reserved: t(($) => $.adminServers.form.reserved),
    ontop: t(($) => $.adminServers.form.ontop),
    star: t(($) => $.adminServers.form.star),
    hidden: t(($) => $.adminServers.form.hidden),
    maintenance: t(($) => $.adminServers.form.maintenance),
    maintenance_note: t(($) => $.adminServers.form.maintenanceNote),
    rules: t(($) => $.adminServers.form.rules),
    board: {
      name: t(($) => $.adminServers.form.board),
      show: (board: BoardMode) => t(($) => $.adminServers.boards[board]),
    },
    free_for_all: t(($) => $.adminServers.form.freeForAll),
    min_humans: t(($) => $.adminServers.form.minHumans),
    may_bind: t(($) => $.adminServers.form.mayBind),
    moderation_preset: {
      name: t(($) => $.adminServers.form.moderationPreset),
      show: (preset: ModerationPreset) => t(($) => $.adminServers.commands.moderationPresets[preset]),
    },
    vip_server_id: t(($) => $.adminServers.form.vipServerId),
  }
}
