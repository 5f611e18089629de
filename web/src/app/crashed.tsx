import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row } from '../ui/layout.tsx'
import { report } from './report.ts'

/** A11: a rendering error, said plainly, with a way back. */
export function Crashed({ error }: { error: unknown }) {
  const { t } = useTranslation()
  useEffect(() => report('rendering the page', error), [error])
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
