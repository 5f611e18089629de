import { useQuery } from '@tanstack/react-query'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { Stack } from '../../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../../ui/loading/skeleton.tsx'
import { ConsolePage } from '../../kit/console-page.tsx'
import { GameSettingsForm } from './game-settings-form.tsx'
import { gameSettingsQuery, loginTokensQuery } from './game-settings.queries.ts'
import { LoginTokensPanel } from './login-tokens-panel.tsx'

/** J: what all rented game servers share: the nightly restart, the Workshop, and the pool of login tokens. */
export function GameSettingsPage() {
  const settings = useQuery(gameSettingsQuery)
  const tokens = useQuery(loginTokensQuery)
  const retry = () => {
    void settings.refetch()
    void tokens.refetch()
  }
  return (
    <ConsolePage>
      <ErrorNote error={settings.error ?? tokens.error} onRetry={retry} />
      <Stack gap="l">
        {settings.data ? <GameSettingsForm settings={settings.data} /> : <SkeletonRows rows={3} />}
        {tokens.data && <LoginTokensPanel pool={tokens.data} />}
      </Stack>
    </ConsolePage>
  )
}
