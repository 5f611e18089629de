import type { Session } from '@clutch/contract/api/accounts/account.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { logOutEverywhere } from '../../../app/account/account.queries.ts'
import { useErrorText } from '../../../app/api/error-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { endAccountSession, sessionsQuery } from '../settings.queries.ts'
import { useAction } from '../../../app/api/use-action.ts'
import styles from './security.module.css'
import { SessionRow, useDeviceText } from './session-row.tsx'

/** J2: where the account is signed in, this device first; any of them can be ended, and all at once (C16). */
export function SessionsPanel({ steamId }: { steamId: string }) {
  const { t } = useTranslation()
  const [ending, setEnding] = useState<Session | null>(null)
  const [endingAll, setEndingAll] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery(steamId))
  return (
    <Panel
      title={t(($) => $.settings.sessions.title)}
      padded={false}
      action={
        <Button variant="ghost" icon="logout" onClick={() => setEndingAll(true)}>
          {t(($) => $.settings.sessions.endAll)}
        </Button>
      }
    >
      {data === undefined && error === null && <SkeletonRows rows={3} />}
      {error !== null && <ErrorNote error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      <div ref={list} tabIndex={-1} className={styles.place}>
        {data
          ?.toSorted((one, other) => Number(other.current) - Number(one.current))
          .map((session) => (
            <SessionRow key={session.id} session={session} onEnd={setEnding} />
          ))}
      </div>
      <EndOne steamId={steamId} session={ending} list={list} onClose={() => setEnding(null)} />
      <EndAll open={endingAll} onClose={() => setEndingAll(false)} />
    </Panel>
  )
}

interface EndOneProps {
  steamId: string
  /** Null: closed. */
  session: Session | null
  /** Gets the focus when the session, and so its button, is gone. */
  list: RefObject<HTMLElement | null>
  onClose: () => void
}

function EndOne({ steamId, session, list, onClose }: EndOneProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const device = useDeviceText()
  const words = useErrorText()
  // The content remains while the dialog closes.
  const [last, setLast] = useState(session)
  if (session !== null && session !== last) setLast(session)
  const [ended, setEnded] = useState<string | null>(null)
  const end = useAction((id: string) => endAccountSession(client, steamId, id))
  if (last === null) return null
  const close = () => {
    end.clear()
    onClose()
  }
  const confirm = async () => {
    if (!(await end.run(last.id))) return
    setEnded(last.id)
    close()
    showToast({ tone: 'good', title: t(($) => $.settings.sessions.ended) })
  }
  return (
    <ConfirmDialog
      open={session !== null}
      onCancel={close}
      onConfirm={() => void confirm()}
      title={t(($) => $.settings.sessions.endTitle)}
      message={t(($) => $.settings.sessions.endText, { device: device(last.userAgent) })}
      action={t(($) => $.settings.sessions.end)}
      submitting={end.busy}
      error={end.error === null ? null : words(end.error)}
      finalFocus={ended === last.id ? list : undefined}
    />
  )
}

function EndAll({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const words = useErrorText()
  const end = useAction(logOutEverywhere)
  const close = () => {
    end.clear()
    onClose()
  }
  const confirm = async () => {
    if (await end.run()) showToast({ tone: 'good', title: t(($) => $.settings.sessions.endedAll) })
  }
  return (
    <ConfirmDialog
      open={open}
      onCancel={close}
      onConfirm={() => void confirm()}
      title={t(($) => $.settings.sessions.endAllTitle)}
      message={t(($) => $.settings.sessions.endAllText)}
      action={t(($) => $.settings.sessions.endAll)}
      submitting={end.busy}
      error={end.error === null ? null : words(end.error)}
    />
  )
}
