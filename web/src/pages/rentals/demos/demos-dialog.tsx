import { useTranslation } from '../../../locales/translate.ts'
import { formatDayAndTime } from '../../../app/time/community-dates.ts'
import { useErrorText } from '../../../app/api/error-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ChoiceList } from '../../../ui/choices/choice-list.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Emphasised } from '../../../ui/text/emphasised.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import type { ServerDialogProps } from '../dialogs/dialog-props.ts'
import { CallFailure } from '../dialogs/call-failure.tsx'
import { DemoLink } from './demo-link.tsx'
import { formatFileSize } from './file-size.ts'
import { RefreshButton } from './refresh-button.tsx'
import { useDemos } from './use-demos.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { listDemos } from '@clutch/contract/api/rentals/demos.ts'

/** G17: the demos of a server; one is chosen, its link is got, copied or opened, or its owner deletes it. */
export function DemosDialog({ server, onClose }: ServerDialogProps) {
  const { t } = useTranslation()
  const state = useDemos(server.instance_id)
  const { query, demos, usage, chosen, refresh, getting, deleting, link, setLink } = state
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
  const unchosen = chosen === null ? t(($) => $.practiceDialogs.demos.choose) : undefined
  return (
    <Dialog
      open
      width="l"
      onClose={onClose}
      title={t(($) => $.practiceDialogs.demos.title)}
      tools={<RefreshButton {...refresh} />}
      footer={
        demos !== undefined &&
        demos.length > 0 && (
          <>
            {server.isOwner && (
              <Button variant="risky" icon="trash" disabledReason={unchosen} onClick={deleting.ask}>
                {t(($) => $.practiceDialogs.demos.delete)}
              </Button>
            )}
            <Button
              variant="primary"
              icon="link"
              submitting={getting.busy}
              disabledReason={unchosen}
              onClick={() => void getting.run()}
            >
              {t(($) => $.practiceDialogs.demos.getLink)}
            </Button>
          </>
        )
      }
    >
      <Stack gap="l">
        <Stack gap="s">
          <FormText small>{t(($) => $.practiceDialogs.demos.lead)}</FormText>
          {usage && <DemoUsage usage={usage} />}
        </Stack>
        <CallFailure
          error={query.error}
          otherwise={t(($) => $.practiceDialogs.demos.fetchError)}
          {...(refresh.seconds === 0 && { onRetry: refresh.now })}
          retrying={query.isFetching}
        />
        <CallFailure error={getting.error} otherwise={t(($) => $.practiceDialogs.demos.downloadError)} />
        {query.isPending && <SkeletonRows rows={3} />}
        {demos?.length === 0 && (
          <EmptyState icon="film" title={t(($) => $.practiceDialogs.demos.none)}>
            <Emphasised text={t(($) => $.practiceDialogs.demos.record)} />
          </EmptyState>
        )}
        {demos !== undefined && demos.length > 0 && <DemoChoice {...state} demos={demos} />}
      </Stack>
      <DeleteQuestion {...deleting} name={chosen ?? ''} />
    </Dialog>
  )
}

type DemosState = ReturnType<typeof useDemos>

function DemoChoice({
  demos,
  query,
  chosen,
  setChosen,
}: Pick<DemosState, 'query' | 'chosen' | 'setChosen'> & { demos: NonNullable<DemosState['demos']> }) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <ChoiceList
        label={t(($) => $.practiceDialogs.demos.list)}
        options={demos.map(({ name, size, received }) => ({
          value: name,
          title: name,
          detail: formatDayAndTime(received, i18n.language),
          aside: formatFileSize(size, i18n.language),
        }))}
        value={chosen}
        onChange={setChosen}
      />
      {query.hasNextPage && query.error === null && (
        <Row>
          <Button submitting={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t(($) => $.practiceDialogs.demos.more)}
          </Button>
        </Row>
      )}
    </>
  )
}

function DeleteQuestion({
  asking,
  cancel,
  busy,
  error,
  run,
  name,
}: DemosState['deleting'] & { name: string }) {
  const { t } = useTranslation()
  const words = useErrorText()
  return (
    <ConfirmDialog
      open={asking && name !== ''}
      onCancel={cancel}
      onConfirm={() => void run()}
      title={t(($) => $.practiceDialogs.demos.deleteTitle)}
      message={t(($) => $.practiceDialogs.demos.deleteText, { name })}
      action={t(($) => $.practiceDialogs.demos.delete)}
      submitting={busy}
      error={error === null ? null : words(error)}
    />
  )
}

/** G17: how much of its space and number a server's demos take; past either the oldest are deleted. */
function DemoUsage({ usage }: { usage: Reply<typeof listDemos>['data']['usage'] }) {
  const { t, i18n } = useTranslation()
  const { count, maxCount, bytes, maxBytes } = usage
  return (
    <FormText small>
      {t(($) => $.practiceDialogs.demos.usage, {
        used: formatFileSize(bytes, i18n.language),
        quota: formatFileSize(maxBytes, i18n.language),
        count,
        max: maxCount,
      })}
    </FormText>
  )
}
