import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { FormText } from '../../../../ui/forms/form.tsx'
import { SkeletonRows } from '../../../../ui/loading/skeleton.tsx'
import { portalSettingsQuery } from '../../portal-settings/portal-settings.queries.ts'
import sections from '../../portal-settings/portal-settings.module.css'
import { ConsolePage } from '../../kit/console-page.tsx'
import { ModerationCommandsSection } from './moderation-commands-section.tsx'
import { VipCommandsSection } from './vip-commands-section.tsx'

/** The console commands that the portal sends to game servers: for VIP (F7), and for moderation. */
export function ServerCommandsPage() {
  const { t } = useTranslation()
  const { data: portal, error, isPending, isFetching, refetch } = useQuery(portalSettingsQuery)
  return (
    <ConsolePage>
      <ErrorNote error={portal ? null : error} onRetry={() => void refetch()} retrying={isFetching} />
      {isPending && <SkeletonRows rows={6} />}
      {portal && (
        <>
          <FormText>{t(($) => $.adminServers.commands.lead)}</FormText>
          <div className={sections.sections}>
            <VipCommandsSection portal={portal} />
            <ModerationCommandsSection portal={portal} />
          </div>
        </>
      )}
    </ConsolePage>
  )
}
