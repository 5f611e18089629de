import type { CardProps } from './card-props.ts'
import { getRentalTone } from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import { memo, useId } from 'react'
import { joinClassNames } from '../../../ui/styles/class-names.ts'
import { isCovered, isExpired } from '../rental-state.ts'
import { ActionBar } from './actions/action-bar.tsx'
import { CardHead } from './card-head.tsx'
import { CardNotes } from './card-notes.tsx'
import { EndLine } from './status/end-line.tsx'
import { PlayLine } from './status/play-line.tsx'
import { MaintenanceCover } from './maintenance-cover.tsx'
import { CreationLine, MovingLine } from './status/creation-line.tsx'
import styles from './server-card.module.css'

/** G4–G9: One practice server: its details, its status, and all its actions. */
export const ServerCard = memo(function ServerCard({ server, now, onOpen }: CardProps) {
  const id = useId()
  const expired = isExpired(server, now)
  const covered = isCovered(server, now)
  const tone = getRentalTone(server.status, expired)
  return (
    <article
      aria-labelledby={id}
      data-server={server.instance_id}
      data-tone={tone}
      className={joinClassNames(
        styles.card,
        expired && styles.expired,
        tone === 'switching' && styles.switching,
        tone === 'creating' && styles.creating,
      )}
    >
      <div className={styles.content} inert={covered}>
        <CardHead server={server} now={now} titleId={id} onOpen={onOpen} />
        <EndLine server={server} now={now} />
        <PlayLine server={server} now={now} onOpen={onOpen} />
        {server.steps !== null && !expired && (
          <CreationLine name={server.instance_name} steps={server.steps} />
        )}
        {server.steps === null && tone === 'switching' && <MovingLine />}
        <CardNotes server={server} now={now} onOpen={onOpen} />
        <ActionBar server={server} now={now} onOpen={onOpen} />
      </div>
      {covered && <MaintenanceCover server={server} onRenew={() => onOpen('renew', server)} />}
    </article>
  )
})
