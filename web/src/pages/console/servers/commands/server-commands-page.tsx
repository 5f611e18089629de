import { mayChangeCommands } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { FormText } from '../../../../ui/forms/form.tsx'
import { SkeletonRows } from '../../../../ui/loading/skeleton.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { portalSettingsQuery } from '../../portal-settings/portal-settings.queries.ts'
import sections from '../../portal-settings/portal-settings.module.css'
import { ConsolePage } from '../../kit/console-page.tsx'
import { usePermissions } from '../../kit/permissions.ts'
import { ModerationCommandsSection } from './moderation-commands-section.tsx'
import { VipCommandsSection } from './vip-commands-section.tsx'

/** The console commands that the portal sends to game servers: for VIP (F7), and for moderation. */
export function ServerCommandsPage() {
  const { t } = useTranslation()
  const locked = !mayChangeCommands(usePermissions())
  const { data: portal, error, isPending, isFetching, refetch } = useQuery(portalSettingsQuery)
  return (
    <ConsolePage>
      <ErrorNote error={portal ? null : error} onRetry={() => void refetch()} retrying={isFetching} />
      {isPending && <SkeletonRows rows={6} />}
      {portal && (
        <>
          <FormText>{t(($) => $.adminServers.commands.lead)}</FormText>
          {locked && <Note tone="info">{t(($) => $.adminServers.commands.locked)}</Note>}
          <div className={sections.sections}>
            <VipCommandsSection portal={portal} locked={locked} />
            <ModerationCommandsSection portal={portal} locked={locked} />
          </div>
        </>
      )}
    </ConsolePage>
  )
}
