import { type OwnSanction, appealTextMaxLength } from '@clutch/contract/api/moderation/appeals.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { ErrorNote } from '../../app/api/failed-note.tsx'
import { useAction } from '../../app/api/use-action.ts'
import { useUnsavedText } from '../../app/forms/use-unsaved-changes.tsx'
import { formatDayTimeAndYear } from '../../app/time/community-dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { Panel, Row, Stack } from '../../ui/layout/layout.tsx'
import { Note } from '../../ui/messages/note.tsx'
import { showToast } from '../../ui/messages/toast-store.ts'
import { Status, type StatusTone } from '../../ui/status/status-dot.tsx'
import { Timeline } from '../../ui/status/timeline.tsx'
import styles from './reports.module.css'
import { ownSanctionsQuery, sendAppeal } from './reports.queries.ts'

/** The bans and mutes of the signed-in player; nothing for a player who has none. */
export function OwnSanctions({ steamId }: { steamId: string }) {
  const { t } = useTranslation()
  const { data = [], error, isFetching, refetch } = useQuery(ownSanctionsQuery(steamId))
  if (data.length === 0)
    return <ErrorNote error={error} retrying={isFetching} onRetry={() => void refetch()} />
  return (
    <Panel title={t(($) => $.reports.sanctions)}>
      <ul className={styles.list} aria-label={t(($) => $.reports.sanctions)}>
        {data.map((sanction) => (
          <li key={sanction.id}>
            <Sanction sanction={sanction} steamId={steamId} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const tones: Record<OwnSanction['state'], StatusTone> = { active: 'bad', expired: 'muted', lifted: 'good' }

interface SanctionProps {
  sanction: OwnSanction
  steamId: string
}

function Sanction({ sanction, steamId }: SanctionProps) {
  const { t, i18n } = useTranslation()
  const { kind, state, reason, servers, created, expires } = sanction
  const timeOf = (ms: number) => formatDayTimeAndYear(ms, i18n.language)
  return (
    <Stack>
      <div className={styles.head}>
        <strong>{t(($) => $.reports.sanction[kind])}</strong>
        <Status tone={tones[state]}>{t(($) => $.reports.sanctionStates[state])}</Status>
      </div>
      <Stack gap="xs">
        <p className={styles.text}>{t(($) => $.reports.why, { reason })}</p>
        <p className={styles.muted}>
          {[
            t(($) => $.reports.since, { time: timeOf(created) }),
            expires === null
              ? t(($) => $.reports.forever)
              : t(($) => $.reports.until, { time: timeOf(expires) }),
            servers === null ? t(($) => $.reports.everywhere) : servers.join(', '),
          ].join(' · ')}
        </p>
      </Stack>
      <Appeal sanction={sanction} steamId={steamId} />
    </Stack>
  )
}

function Appeal({ sanction, steamId }: SanctionProps) {
  const { t, i18n } = useTranslation()
  const { appeal, refusal, again } = sanction
  const timeOf = (ms: number) => formatDayTimeAndYear(ms, i18n.language)
  return (
    <>
      {appeal && (
        <Stack gap="s">
          <Status tone={appeal.state === 'open' ? 'busy' : appeal.state === 'lifted' ? 'good' : 'bad'}>
            {t(($) => $.reports.appeals[appeal.state])}
          </Status>
          <Timeline
            label={t(($) => $.reports.messages)}
            events={appeal.messages.map(({ id, by, text, at }) => ({
              id,
              time: timeOf(at),
              tone: by === 'player' ? 'busy' : 'info',
              title: by === 'player' ? t(($) => $.reports.you) : t(($) => $.reports.operators),
              detail: <span className={styles.text}>{text}</span>,
            }))}
          />
        </Stack>
      )}
      {refusal === null && <AppealForm sanction={sanction} steamId={steamId} />}
      {refusal === 'tooEarly' && (
        <Note tone="info">{t(($) => $.reports.refusals.tooEarly, { time: timeOf(again ?? 0) })}</Note>
      )}
      {(refusal === 'off' || refusal === 'awaitsAnswer' || refusal === 'full') && (
        <Note tone="info">{t(($) => $.reports.refusals[refusal])}</Note>
      )}
    </>
  )
}

function AppealForm({ sanction: { id, appeal }, steamId }: SanctionProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const action = useAction(async () => {
    await sendAppeal(client, steamId, { id, text: text.trim() })
    setText('')
    showToast({ tone: 'good', title: t(($) => $.reports.appealSent) })
  })
  const question = useUnsavedText(text.trim() !== '')
  const isOpen = appeal?.state === 'open'
  return (
    <Stack gap="s">
      <TextArea
        label={isOpen ? t(($) => $.reports.writeMore) : t(($) => $.reports.write)}
        hint={t(($) => $.reports.writeHint)}
        aside={`${text.length} / ${appealTextMaxLength}`}
        rows={4}
        maxLength={appealTextMaxLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ErrorNote error={action.error} />
      <Row>
        <Button
          variant={isOpen ? 'default' : 'primary'}
          submitting={action.busy}
          onClick={() => text.trim() !== '' && void action.run()}
        >
          {isOpen ? t(($) => $.reports.sendAppeal) : t(($) => $.reports.appeal)}
        </Button>
      </Row>
      {question}
    </Stack>
  )
}
