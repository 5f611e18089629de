import { startFailed } from '../../locales/start-failed.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'

/** A11: not even the language could be loaded; still never a white page. */
export function StartFailed() {
  return (
    <div role="alert">
      <EmptyState
        icon="warning"
        title={startFailed.title}
        action={
          <ButtonLink variant="primary" href="/">
            {startFailed.reload}
          </ButtonLink>
        }
      />
    </div>
  )
}
