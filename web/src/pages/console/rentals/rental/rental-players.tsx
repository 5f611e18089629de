import { getModerationCommands } from '@clutch/contract/rules/servers/rcon/command-presets.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { useAction } from '../../../../app/api/use-action.ts'
import { Panel, Stack } from '../../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../../ui/loading/skeleton.tsx'
import { useMayChangePage } from '../../kit/permissions.ts'
import { ModeratedPlayers } from '../../moderation/moderated-players.tsx'
import { portalSettingsQuery } from '../../portal-settings/portal-settings.queries.ts'
import { PresetChoiceField } from '../../servers/commands/preset-choice-field.tsx'
import type { RentalFile } from '../rentals.queries.ts'
import { moderateRentalPlayer, rentalPlayersQuery, setRentalModeration } from './rental-moderation.queries.ts'

/** J: who plays on a rented server, what an operator may do about them, and whose commands do it. */
export function RentalPlayers({ rental }: Pick<RentalFile, 'rental'>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { instance_id: number, moderation_preset: preset } = rental
  const isRunning = rental.status === 'RUNNING'
  const { data, error, refetch, isFetching } = useQuery({ ...rentalPlayersQuery(number), enabled: isRunning })
  const mayChange = useMayChangePage()
  const { data: portal } = useQuery(portalSettingsQuery)
  const choice = useAction(async (chosen: typeof preset) => setRentalModeration(client, number, chosen))
  return (
    <Panel title={t(($) => $.adminRentals.rental.moderation)}>
      <Stack>
        <ErrorNote error={choice.error} />
        <PresetChoiceField
          value={preset ?? ''}
          onChange={(chosen) => void choice.run(chosen === '' ? null : chosen)}
        />
        {isRunning && error && (
          <ErrorNote error={error} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {isRunning && !data && !error && <SkeletonRows rows={2} />}
        {isRunning && data && portal && (
          <ModeratedPlayers
            label={t(($) => $.adminServers.players.list, { name: number })}
            online={data}
            commands={getModerationCommands(preset, portal.moderationCommands)}
            mayModerate={mayChange}
            moderate={(order) => moderateRentalPlayer(client, number, order)}
          />
        )}
      </Stack>
    </Panel>
  )
}
