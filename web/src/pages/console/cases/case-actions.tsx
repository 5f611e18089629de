import { type CaseDetail, operatorSanctionCase } from '@clutch/contract/api/moderation/operator-cases.ts'
import { operatorAddSanction } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useAction } from '../../../app/api/use-action.ts'
import { useSession } from '../../../app/session/session.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { useEditing } from '../kit/forms/use-editing.ts'
import { Permitted } from '../kit/permitted.tsx'
import { SanctionDialog } from '../sanctions/sanction-dialog.tsx'
import { useCaseText } from './case-text.tsx'
import { releaseCase, reopenCase, sanctionCase, takeCase } from './cases.queries.ts'
import { CloseCaseDialog } from './close-case-dialog.tsx'

/** What the operator can do with a case now: take it, or what its operator does. */
export function CaseActions({ item }: { item: CaseDetail }) {
  const own = useSession()?.user.steamId ?? ''
  if (item.closed !== null) return <ReopenAction item={item} />
  if (item.assignee !== null && item.assignee !== own) return <TakeOverAction item={item} />
  return item.assignee === null ? <TakeAction item={item} /> : <OwnActions item={item} />
}

function TakeAction({ item: { id, revision } }: { item: CaseDetail }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const action = useAction(async () => {
    try {
      await takeCase(client, id, { takeOver: false, revision })
      showToast({ tone: 'good', title: t(($) => $.adminCases.taken) })
    } catch (error) {
      // Another operator was faster: the page shows who.
      void client.invalidateQueries()
      throw error
    }
  })
  return (
    <Stack gap="s">
      <Button variant="primary" submitting={action.busy} onClick={() => void action.run()}>
        {t(($) => $.adminCases.take)}
      </Button>
      <ErrorNote error={action.error} />
    </Stack>
  )
}

function TakeOverAction({ item }: { item: CaseDetail }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const words = useCaseText()
  const { ask, asking } = useConfirmation()
  const takeOver = () =>
    ask({
      title: t(($) => $.adminCases.takeOverTitle),
      message: t(($) => $.adminCases.takeOverText, { name: words.assignee(item) }),
      action: t(($) => $.adminCases.takeOver),
      run: async () => {
        await takeCase(client, item.id, { takeOver: true, revision: item.revision })
        showToast({ tone: 'good', title: t(($) => $.adminCases.taken) })
      },
    })
  return (
    <>
      <Button onClick={takeOver}>{t(($) => $.adminCases.takeOver)}</Button>
      {asking}
    </>
  )
}

function OwnActions({ item }: { item: CaseDetail }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const closing = useEditing<null>()
  const sanctioning = useEditing<null>()
  const { id, revision, steamId, kind } = item
  const release = useAction(async () => {
    await releaseCase(client, id, { revision })
    showToast({ tone: 'good', title: t(($) => $.adminCases.released) })
  })
  return (
    <>
      <Row gap="s" wrap>
        <Button submitting={release.busy} onClick={() => void release.run()}>
          {t(($) => $.adminCases.release)}
        </Button>
        <Button variant={kind === 'appeal' ? 'primary' : 'default'} onClick={() => closing.edit(null)}>
          {t(($) => $.adminCases.close)}
        </Button>
        {kind !== 'appeal' && (
          <Permitted call={operatorSanctionCase}>
            <Permitted call={operatorAddSanction}>
              <Button variant="primary" onClick={() => sanctioning.edit(null)}>
                {t(($) => $.adminCases.ban)}
              </Button>
            </Permitted>
          </Permitted>
        )}
      </Row>
      <ErrorNote error={release.error} />
      {closing.turn > 0 && (
        <CloseCaseDialog
          key={`close ${closing.turn}`}
          open={closing.open}
          item={item}
          onClose={closing.close}
        />
      )}
      {sanctioning.turn > 0 && (
        <SanctionDialog
          key={sanctioning.turn}
          open={sanctioning.open}
          sanction={null}
          steamId={steamId}
          add={({ steamId: _, ...body }) => sanctionCase(client, id, { ...body, note: '', revision })}
          onClose={sanctioning.close}
        />
      )}
    </>
  )
}

function ReopenAction({ item: { id, revision } }: { item: CaseDetail }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useConfirmation()
  const reopen = () =>
    ask({
      title: t(($) => $.adminCases.reopenTitle),
      message: t(($) => $.adminCases.reopenText),
      action: t(($) => $.adminCases.reopen),
      run: async () => {
        await reopenCase(client, id, { revision })
        showToast({ tone: 'good', title: t(($) => $.adminCases.reopened) })
      },
    })
  return (
    <>
      <Button onClick={reopen}>{t(($) => $.adminCases.reopen)}</Button>
      {asking}
    </>
  )
}
