import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '../../app/router/router-provider.tsx'
import { useEffect } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { ApiError } from '../../app/api/api-error.ts'
import { useErrorText } from '../../app/api/error-text.ts'
import type { NavigationError } from '../../app/navigation/navigation-error.ts'
import { usePortal } from '../../app/portal/portal-context.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { Centre } from '../../ui/layout/layout.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { InventoryFrame } from './inventory-frame.tsx'
import { inventoryTokenQuery } from './inventory.queries.ts'

/**
 * Requests a token, which signs the player in on the inventory site; a player without access is sent to the
 * start page, which shows the error.
 */
export function OwnInventory({ steamId, shown }: { steamId: string; shown: boolean }) {
  const { t } = useTranslation()
  const { url } = usePortal().inventory
  const {
    data: token,
    error,
    refetch,
    isFetching,
  } = useQuery({ ...inventoryTokenQuery(steamId), enabled: shown })
  const sentAway = redirectErrorOf(error)
  useRedirectHome(shown ? sentAway : undefined)
  const retry = () => void refetch()
  if (error !== null && sentAway === undefined) return <LoginFailed error={error} onRetry={retry} />
  if (url !== undefined && token !== undefined && !isFetching)
    return <InventoryFrame key={token} url={url} token={token} onRetry={retry} />
  return (
    <Centre>
      <Spinner size="l" label={t(($) => $.common.loading)} />
    </Centre>
  )
}

/** J3: why there is no token, in words, and what exactly was answered. */
function LoginFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const words = useErrorText()
  const details = error instanceof ApiError && error.status > 0 ? error.message : ''
  return (
    <Centre>
      <div role="alert">
        <EmptyState
          icon="warning"
          title={t(($) => $.inventory.loginError)}
          action={<Button onClick={onRetry}>{t(($) => $.common.retry)}</Button>}
        >
          <p>{words(error)}</p>
          {details !== '' && <small lang="en">{details}</small>}
        </EmptyState>
      </div>
    </Centre>
  )
}

/** Returns the error to show on the start page; undefined if it is shown here. */
function redirectErrorOf(error: Error | null): NavigationError | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'portal.feature_off') return 'featureOff'
  return error.code === 'inventory.not_eligible' ? error.code : undefined
}

function useRedirectHome(error: NavigationError | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (error !== undefined) void navigate({ to: '/', replace: true, state: { error } })
  }, [error, navigate])
}
