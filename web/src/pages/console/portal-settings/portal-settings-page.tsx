import { useQuery } from '@tanstack/react-query'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { CommunitySection, LinksSection, RulesSection } from './community-sections.tsx'
import { InventorySection } from './inventory-section.tsx'
import { MaintenanceSection } from './maintenance-section.tsx'
import { portalSettingsQuery } from './portal-settings.queries.ts'
import { NotesSection, RentalSection } from './rental-sections.tsx'
import styles from './portal-settings.module.css'
import { VipPagesSection } from './vip-sections.tsx'

/** What the portal says and links to, part by part, each saved by itself. */
export function PortalSettingsPage() {
  const { data: portal, error, isPending, isFetching, refetch } = useQuery(portalSettingsQuery)
  return (
    <ConsolePage>
      <ErrorNote error={portal ? null : error} onRetry={() => void refetch()} retrying={isFetching} />
      {isPending && <SkeletonRows rows={6} />}
      {portal && (
        <div className={styles.sections}>
          <MaintenanceSection portal={portal} />
          <CommunitySection portal={portal} />
          <LinksSection portal={portal} />
          <RulesSection portal={portal} />
          <RentalSection portal={portal} />
          <NotesSection portal={portal} />
          <VipPagesSection portal={portal} />
          <InventorySection portal={portal} />
        </div>
      )}
    </ConsolePage>
  )
}
