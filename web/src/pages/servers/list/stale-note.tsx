import { serverListStaleMs } from '@clutch/contract/limits.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { formatTime } from '../../../app/time/community-clock.ts'
import { firstRendering } from '../../../ui/state/first-rendering.ts'
import { useNow } from '../../../app/time/use-now.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { getConfirmedAt, type Snapshot } from '../live/snapshot.ts'
import type { useRefresh } from './use-refresh.ts'

interface StaleNoteProps {
  /** The shown data; absent if there is none, which the list itself shows. */
  snapshot: Snapshot | undefined
  /** Whether the last load failed. */
  failed: boolean
  refresh: ReturnType<typeof useRefresh>
}

const checkIntervalMs = 5_000

/** D15: The list could not be loaded, or the portal cannot confirm it; shows how old the data is. */
export function StaleNote({ snapshot, failed, refresh }: StaleNoteProps) {
  const { t } = useTranslation()
  const now = useNow(checkIntervalMs)
  if (snapshot === undefined) return null
  // The last content is old at first; newer is on its way.
  const stale = !firstRendering.isKept && now - getConfirmedAt(snapshot, now) > serverListStaleMs
  if (!failed && !stale) return null
  return (
    <Note
      tone="busy"
      action={
        <Button size="sm" submitting={refresh.loading} onClick={refresh.press}>
          {t(($) => $.common.retry)}
        </Button>
      }
    >
      {t(($) => $.servers.stale, { time: formatTime(snapshot.at) })}
    </Note>
  )
}
