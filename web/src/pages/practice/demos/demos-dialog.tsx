import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../app/session.ts'
import { dayAndTime } from '../../../app/moments.ts'
import { useAction } from '../../../app/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceList } from '../../../ui/choice-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Emphasised } from '../../../ui/emphasised.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormText } from '../../../ui/form.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import type { ServerDialogProps } from '../dialog/dialog-props.ts'
import { Failure } from '../dialog/failure.tsx'
import { demoLink, demosQuery } from '../practice.queries.ts'
import { demosInOrder, secondsToRefresh } from './demo-list.ts'
import { DemoLink } from './demo-link.tsx'
import { fileSize } from './file-size.ts'

/** G17: the demos of a server; one is chosen, its link is got, copied or opened. */
export function DemosDialog({ server, onClose }: ServerDialogProps) {
  const { t, i18n } = useTranslation()
  const { demos, chosen, setChosen, refresh, getting, link, setLink } = useDemos(server.instance_id)
  if (link !== null)
    return (
      <Dialog
        open
        onClose={onClose}
        onBack={() => setLink(null)}
        title={t(($) => $.practiceDialogs.demos.link)}
      >
        <DemoLink {...link} />
      </Dialog>
    )
  const { data } = demos
  return (
    <Dialog
      open
      width="l"
      onClose={onClose}
      title={t(($) => $.practiceDialogs.demos.title)}
      tools={<Refresh {...refresh} />}
      footer={
        data !== undefined &&
        data.length > 0 && (
          <Button
            variant="primary"
            icon="link"
            submitting={getting.busy}
            disabledReason={chosen === null ? t(($) => $.practiceDialogs.demos.choose) : undefined}
            onClick={() => void getting.run()}
          >
            {t(($) => $.practiceDialogs.demos.getLink)}
          </Button>
        )
      }
    >
      <Stack gap="l">
        <FormText small>{t(($) => $.practiceDialogs.demos.lead)}</FormText>
        <Failure
          error={demos.error}
          otherwise={t(($) => $.practiceDialogs.demos.fetchError)}
          {...(refresh.seconds === 0 && { onRetry: refresh.now })}
          retrying={demos.isFetching}
        />
        <Failure error={getting.error} otherwise={t(($) => $.practiceDialogs.demos.downloadError)} />
        {demos.isPending && <SkeletonRows rows={3} />}
        {data?.length === 0 && (
          <EmptyState icon="film" title={t(($) => $.practiceDialogs.demos.none)}>
            <Emphasised text={t(($) => $.practiceDialogs.demos.record)} />
          </EmptyState>
        )}
        {data !== undefined && data.length > 0 && (
          <ChoiceList
            label={t(($) => $.practiceDialogs.demos.list)}
            options={demosInOrder(data).map(({ name, size, received }) => ({
              value: name,
              title: name,
              detail: dayAndTime(received, i18n.language),
              aside: fileSize(size, i18n.language),
            }))}
            value={chosen}
            onChange={setChosen}
          />
        )}
      </Stack>
    </Dialog>
  )
}

function useDemos(id: string) {
  const steamId = useSession()?.user.steamId ?? ''
  const demos = useQuery(demosQuery(steamId, id))
  const [wanted, setChosen] = useState<string | null>(null)
  const [link, setLink] = useState<{ name: string; url: string } | null>(null)
  // What was chosen may be gone once the list was asked for again.
  const chosen = demos.data?.some(({ name }) => name === wanted) === true ? wanted : null
  const getting = useAction(async () => {
    if (chosen !== null) setLink({ name: chosen, url: await demoLink(id, chosen) })
  })
  const seconds = useSecondsLeft(Math.max(demos.dataUpdatedAt, demos.errorUpdatedAt))
  return {
    demos,
    chosen,
    setChosen: (name: string) => {
      setChosen(name)
      getting.clear()
    },
    refresh: { seconds, busy: demos.isFetching, now: () => void demos.refetch() },
    getting,
    link,
    setLink,
  }
}

/** G17: at most once per 3 s; until then the button counts down. */
function Refresh({ seconds, busy, now }: { seconds: number; busy: boolean; now: () => void }) {
  const { t } = useTranslation()
  const waits = seconds > 0 && !busy
  return (
    <Button
      icon="refresh"
      variant="ghost"
      submitting={busy}
      aria-disabled={waits || undefined}
      onClick={waits ? undefined : now}
    >
      {waits
        ? t(($) => $.practiceDialogs.demos.refreshIn, { seconds })
        : t(($) => $.practiceDialogs.demos.refresh)}
    </Button>
  )
}

/** Ticks only while something is left. */
function useSecondsLeft(askedAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  const left = secondsToRefresh(askedAt, Math.max(now, askedAt))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [left])
  return left
}
