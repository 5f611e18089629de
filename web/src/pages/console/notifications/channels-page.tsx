import { type Channel, channelStates } from '@clutch/contract/api/notifications/operator-channels.ts'
import { channelKindNames, channelKinds } from '@clutch/contract/rules/notifications/channel-kinds.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { CopyButton } from '../../../app/copy/copy-button.tsx'
import { useErrorText } from '../../../app/api/error-text.ts'
import { useTask } from '../../../app/api/use-task.ts'
import { Button, IconButton } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { Status, type StatusTone } from '../../../ui/status/status-dot.tsx'
import { SelectableField } from '../../../ui/text/selectable-field.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { useEditing } from '../kit/forms/use-editing.ts'
import type { Column } from '../kit/list/columns.ts'
import { LocalList } from '../kit/list/local-list.tsx'
import { useLocalizedText } from '../rentals/rental-text.ts'
import { ChannelDialog } from './channel-dialog.tsx'
import { channelsQuery, removeChannel, rotateSecret, testChannel } from './notifications.queries.ts'
import { useProblemText } from './use-problem-text.ts'

const tones: Record<Channel['state'], StatusTone> = {
  good: 'good',
  failing: 'busy',
  disabled: 'bad',
  off: 'muted',
}

/** The channels that notifications are sent to. */
export function ChannelsPage() {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const editing = useEditing<Channel>()
  const [secret, setSecret] = useState<string | null>(null)
  const { data, error, isFetching, refetch } = useQuery(channelsQuery)
  return (
    <ConsolePage>
      <FormText>{t(($) => $.adminNotifications.channels.lead)}</FormText>
      <LocalList
        label={t(($) => $.adminNotifications.channels.list)}
        rows={data}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        columns={useColumns()}
        keyOf={({ id }) => id}
        filters={[
          {
            id: 'kind',
            label: t(($) => $.adminNotifications.channels.kind),
            options: channelKindNames.map((value) => ({ value, text: say(channelKinds[value].name) })),
          },
          {
            id: 'state',
            label: t(($) => $.adminNotifications.channels.state),
            options: channelStates.map((value) => ({
              value,
              text: t(($) => $.adminNotifications.channels.states[value]),
            })),
          },
        ]}
        passes={(channel, filter, value) => (filter === 'kind' ? channel.kind : channel.state) === value}
        rowActions={(channel) => (
          <ChannelActions channel={channel} onEdit={() => editing.edit(channel)} onSecret={setSecret} />
        )}
        actions={
          <Button variant="primary" icon="plus" onClick={() => editing.edit(null)}>
            {t(($) => $.adminNotifications.channels.add)}
          </Button>
        }
        empty={{
          title: t(($) => $.adminNotifications.channels.none),
          next: t(($) => $.adminNotifications.channels.noneNext),
        }}
      />
      <Fragment key={editing.turn}>
        <ChannelDialog
          open={editing.open}
          channel={editing.item}
          onClose={editing.close}
          onSecret={setSecret}
        />
      </Fragment>
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </ConsolePage>
  )
}

function useColumns(): Column<Channel>[] {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const problemText = useProblemText()
  const stateName = ({ state }: Channel) => t(($) => $.adminNotifications.channels.states[state])
  return [
    { id: 'name', title: t(($) => $.adminNotifications.channels.name), value: ({ name }) => name },
    {
      id: 'kind',
      title: t(($) => $.adminNotifications.channels.kind),
      value: ({ kind }) => say(channelKinds[kind].name),
    },
    { id: 'target', title: t(($) => $.adminNotifications.channels.target), value: ({ target }) => target },
    {
      id: 'state',
      title: t(($) => $.adminNotifications.channels.state),
      value: stateName,
      cell: (channel) => <Status tone={tones[channel.state]}>{stateName(channel)}</Status>,
    },
    {
      id: 'waiting',
      title: t(($) => $.adminNotifications.channels.waiting),
      value: ({ waiting }) => waiting,
      end: true,
    },
    {
      id: 'lastSent',
      title: t(($) => $.adminNotifications.channels.lastSent),
      value: ({ lastSent }) => formatConsoleTime(lastSent),
    },
    {
      id: 'problem',
      title: t(($) => $.adminNotifications.channels.problem),
      value: ({ problem }) => problemText(problem),
      grow: true,
    },
  ]
}

interface ChannelActionsProps {
  channel: Channel
  onEdit: () => void
  onSecret: (secret: string) => void
}

function ChannelActions({ channel, onEdit, onSecret }: ChannelActionsProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const words = useErrorText()
  const { busy, run } = useTask()
  const { ask, asking } = useConfirmation()
  const problemText = useProblemText()
  const { name } = channel
  const test = async () => {
    try {
      const { sent, problem } = await testChannel(client, channel)
      if (sent) showToast({ tone: 'good', title: t(($) => $.adminNotifications.channels.testSent) })
      else
        showToast({
          tone: 'bad',
          title: t(($) => $.adminNotifications.channels.testFailed),
          detail: problemText(problem),
        })
    } catch (error) {
      showToast({ tone: 'bad', title: words(error) })
    }
  }
  const remove = () =>
    ask({
      title: t(($) => $.adminNotifications.channels.removeTitle, { name }),
      message: t(($) => $.adminNotifications.channels.removeText),
      action: t(($) => $.admin.form.remove),
      run: () => removeChannel(client, channel),
    })
  const renew = () =>
    ask({
      title: t(($) => $.adminNotifications.channels.newSecretTitle, { name }),
      message: t(($) => $.adminNotifications.channels.newSecretText),
      action: t(($) => $.adminNotifications.channels.newSecret),
      run: async () => onSecret(await rotateSecret(client, channel)),
    })
  return (
    <Row gap="xs">
      <Button
        size="sm"
        submitting={busy}
        aria-label={t(($) => $.adminNotifications.channels.testOf, { name })}
        onClick={() => void run(test)}
      >
        {t(($) => $.adminNotifications.channels.test)}
      </Button>
      {channel.kind === 'webhook' && (
        <IconButton
          icon="lock"
          size="sm"
          variant="ghost"
          label={t(($) => $.adminNotifications.channels.newSecretOf, { name })}
          onClick={renew}
        />
      )}
      <IconButton
        icon="pencil"
        size="sm"
        variant="ghost"
        label={t(($) => $.adminNotifications.channels.editOf, { name })}
        onClick={onEdit}
      />
      <IconButton
        icon="trash"
        size="sm"
        variant="ghost"
        label={t(($) => $.adminNotifications.channels.removeOf, { name })}
        onClick={remove}
      />
      {asking}
    </Row>
  )
}

/** Shows the secret of a signed webhook, which is gone with the dialog. */
function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  const title = t(($) => $.adminNotifications.channels.signingSecret)
  return (
    <Dialog
      open={secret !== null}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t(($) => $.common.close)}</Button>
          <CopyButton text={secret ?? ''} label={t(($) => $.adminNotifications.channels.copySecret)}>
            {t(($) => $.adminNotifications.channels.copySecret)}
          </CopyButton>
        </>
      }
    >
      <Stack>
        <SelectableField label={title} text={secret ?? ''} />
        <Note tone="busy">{t(($) => $.adminNotifications.channels.once)}</Note>
      </Stack>
    </Dialog>
  )
}
