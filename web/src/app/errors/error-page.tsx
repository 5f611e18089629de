import { useEffect } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { OfflineError } from '../browser/chunk-loading.ts'
import { waitForConnection } from '../browser/connection.ts'
import { logError } from './log-error.ts'

interface CrashedProps {
  error: unknown
}

/** Replaces a page that cannot be shown. */
export function ErrorPage({ error }: CrashedProps) {
  return error instanceof OfflineError ? <LoadFailedPage /> : <CrashedPage error={error} />
}

/** The page a visit began with could not be loaded; the visit begins again once the portal can be reached. */
function LoadFailedPage() {
  const { t } = useTranslation()
  useEffect(() => {
    let waiting = true
    void waitForConnection().then(() => waiting && location.reload())
    return () => {
      waiting = false
    }
  }, [])
  return (
    <EmptyState icon="warning" title={t(($) => $.shell.noConnection)}>
      {t(($) => $.shell.noConnectionHint)}
    </EmptyState>
  )
}

/** A11: a rendering error, said plainly, with a way back. */
function CrashedPage({ error }: CrashedProps) {
  const { t } = useTranslation()
  useEffect(() => logError('rendering the page', error), [error])
  return (
    <div role="alert">
      <EmptyState
        icon="warning"
        title={t(($) => $.shell.crashed)}
        action={
          <Row>
            <ButtonLink href="/">{t(($) => $.shell.crashedHome)}</ButtonLink>
            <Button variant="primary" icon="refresh" onClick={() => location.reload()}>
              {t(($) => $.shell.crashedReload)}
            </Button>
          </Row>
        }
      >
        {t(($) => $.shell.crashedHint)}
      </EmptyState>
    </div>
  )
}
