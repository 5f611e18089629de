import { operatorAddSanction } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { operatorModeratePlayer } from '@clutch/contract/api/servers/operator-moderation.ts'
import { getModerationCommands } from '@clutch/contract/rules/servers/rcon/command-presets.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { PanelBody } from '../../../../ui/layout/panel-head.tsx'
import { SkeletonRows } from '../../../../ui/loading/skeleton.tsx'
import { useMayCall, usePermissions } from '../../kit/permissions.ts'
import { ModeratedPlayers } from '../../moderation/moderated-players.tsx'
import { portalSettingsQuery } from '../../portal-settings/portal-settings.queries.ts'
import { addSanction } from '../../sanctions/sanctions.queries.ts'
import { getServerName } from '../server-text.ts'
import { moderatePlayer, playersQuery, type RegisteredServer } from '../servers.queries.ts'

/** J: who is on the server now, and what an operator may do about them. */
export function PlayersTab({ server }: { server: RegisteredServer }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(playersQuery(server.id))
  const mayCall = useMayCall()
  // One who is limited to some servers makes no sanction for all of them.
  const { serverIds } = usePermissions()
  const maySanction = mayCall(operatorAddSanction) && serverIds === null
  const { data: portal } = useQuery(portalSettingsQuery)
  return (
    <PanelBody>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {(!data || !portal) && !error && <SkeletonRows rows={4} />}
      {data && portal && (
        <ModeratedPlayers
          label={t(($) => $.adminServers.players.list, { name: getServerName(server) })}
          online={data}
          commands={getModerationCommands(server.moderation_preset, portal.moderationCommands)}
          mayModerate={mayCall(operatorModeratePlayer, server.id)}
          moderate={(order) => moderatePlayer(client, server.id, order)}
          sanction={
            maySanction
              ? async (body) =>
                  void (await addSanction(client, { ...body, address: null, evidence: [], serverIds: null }))
              : undefined
          }
          off={server.has_rcon ? undefined : t(($) => $.adminServers.console.noRcon)}
        />
      )}
    </PanelBody>
  )
}
