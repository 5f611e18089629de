import type { OperatorChatCommand } from '@clutch/contract/api/content/operator-chat-commands.ts'
import { chatCommandTypes } from '@clutch/contract/api/rentals/rentals.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/buttons/button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Code } from '../../../ui/text/text.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import type { Column } from '../kit/list/columns.ts'
import { LocalList } from '../kit/list/local-list.tsx'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { ChatCommandDialog } from './chat-command-dialog.tsx'
import { commandsQuery, removeCommand } from './chat-commands.queries.ts'
import { useEditing } from '../kit/forms/use-editing.ts'

/** G1: the commands of the chat, as the page of practice servers lists them. */
export function ChatCommandsPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, isFetching, error, refetch } = useQuery(commandsQuery)
  const editing = useEditing<OperatorChatCommand>()
  const { ask, asking } = useConfirmation()
  const types = chatCommandTypes.map((type) => ({
    value: type,
    text: t(($) => $.adminWords.commands.types[type]),
  }))
  const remove = (command: OperatorChatCommand) =>
    ask({
      title: t(($) => $.adminWords.commands.removeTitle, { command: command.command }),
      message: t(($) => $.adminWords.commands.removeNext),
      action: t(($) => $.admin.form.remove),
      run: async () => {
        await removeCommand(command)
        await client.invalidateQueries(commandsQuery)
      },
    })
  return (
    <ConsolePage>
      <LocalList
        label={t(($) => $.adminWords.commands.list)}
        columns={useColumns()}
        keyOf={({ id }) => id}
        rows={data}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        filters={[
          { id: 'type', label: t(($) => $.adminWords.commands.type), options: types },
          {
            id: 'frequent',
            label: t(($) => $.adminWords.commands.frequent),
            options: [
              { value: 'yes', text: t(($) => $.adminWords.yes) },
              { value: 'no', text: t(($) => $.adminWords.no) },
            ],
          },
        ]}
        passes={({ type, isFrequent }, filter, value) =>
          filter === 'type' ? type === value : isFrequent === (value === 'yes')
        }
        empty={{
          title: t(($) => $.adminWords.commands.none),
          next: t(($) => $.adminWords.commands.noneNext),
        }}
        actions={
          <Button variant="primary" icon="plus" onClick={() => editing.edit(null)}>
            {t(($) => $.adminWords.commands.add)}
          </Button>
        }
        rowActions={(row) => (
          <Row gap="xs">
            <IconButton
              icon="pencil"
              size="sm"
              variant="ghost"
              label={t(($) => $.admin.form.edit)}
              onClick={() => editing.edit(row)}
            />
            <IconButton
              icon="trash"
              size="sm"
              variant="ghost"
              label={t(($) => $.admin.form.remove)}
              onClick={() => remove(row)}
            />
          </Row>
        )}
      />
      <ChatCommandDialog
        key={editing.turn}
        open={editing.open}
        command={editing.thing}
        after={Math.max(0, ...(data ?? []).map(({ position }) => position))}
        onClose={editing.close}
      />
      {asking}
    </ConsolePage>
  )
}

function useColumns(): Column<OperatorChatCommand>[] {
  const { t } = useTranslation()
  return [
    {
      id: 'command',
      title: t(($) => $.adminWords.commands.command),
      value: ({ command }) => command,
      cell: ({ command }) => <Code>{command}</Code>,
    },
    { id: 'position', title: t(($) => $.adminWords.position), value: ({ position }) => position, end: true },
    {
      id: 'type',
      title: t(($) => $.adminWords.commands.type),
      value: ({ type }) => t(($) => $.adminWords.commands.types[type]),
    },
    {
      id: 'frequent',
      title: t(($) => $.adminWords.commands.frequent),
      value: ({ isFrequent }) => (isFrequent ? t(($) => $.adminWords.yes) : ''),
    },
    {
      id: 'zh',
      title: t(($) => $.adminWords.zh),
      value: ({ description }) => description.zh,
      grow: true,
    },
    {
      id: 'en',
      title: t(($) => $.adminWords.en),
      value: ({ description }) => description.en,
      grow: true,
    },
  ]
}
