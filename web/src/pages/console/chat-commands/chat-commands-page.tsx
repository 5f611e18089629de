import { ResourcePage } from '../kit/list/resource-page.tsx'
import type { OperatorChatCommand } from '@clutch/contract/api/content/operator-chat-commands.ts'
import { chatCommandTypes } from '@clutch/contract/api/rentals/rental-page.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Code } from '../../../ui/text/text.tsx'
import type { Column } from '../kit/list/columns.ts'
import { ChatCommandDialog } from './chat-command-dialog.tsx'
import { commandsQuery, removeCommand } from './chat-commands.queries.ts'

/** G1: the commands of the chat, as the page of practice servers lists them. */
export function ChatCommandsPage() {
  const { t } = useTranslation()
  const types = chatCommandTypes.map((type) => ({
    value: type,
    text: t(($) => $.adminWords.commands.types[type]),
  }))
  return (
    <ResourcePage
      query={commandsQuery}
      label={t(($) => $.adminWords.commands.list)}
      columns={useColumns()}
      keyOf={({ id }) => id}
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
      addText={t(($) => $.adminWords.commands.add)}
      removal={{
        title: ({ command }) => t(($) => $.adminWords.commands.removeTitle, { command }),
        message: () => t(($) => $.adminWords.commands.removeNext),
        run: removeCommand,
      }}
      renderDialog={({ open, item, rows, onClose }) => (
        <ChatCommandDialog
          open={open}
          command={item}
          after={Math.max(0, ...rows.map(({ position }) => position))}
          onClose={onClose}
        />
      )}
    />
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
