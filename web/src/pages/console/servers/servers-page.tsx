import { operatorChangeServer } from '@clutch/contract/api/servers/operator-servers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useNow } from '../../../app/time/use-now.ts'
import { Button, IconButton } from '../../../ui/buttons/button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { WithSidePanel } from '../../../ui/layout/side-panel.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { useMayCall } from '../kit/permissions.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { LocalList } from '../kit/list/local-list.tsx'
import { useAddressState } from '../kit/address-state.ts'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { useEditing } from '../kit/forms/use-editing.ts'
import { EmbedDialog } from './embed-dialog.tsx'
import { LogTestDialog } from './registration/log-test-dialog.tsx'
import { matchesFilter, useServerColumns, useServerFilters } from './server-columns.tsx'
import { ServerDialog } from './registration/server-dialog.tsx'
import { panelTabs, ServerPanel, type PanelTab } from './panel/server-panel.tsx'
import { getServerName } from './server-text.ts'
import { feedsQuery, removeServer, serversQuery, type RegisteredServer } from './servers.queries.ts'

/** J: the game servers of the community, and one of them beside the list. */
export function ServersPage() {
  const { t } = useTranslation()
  const panel = usePanel()
  const servers = useQuery(serversQuery)
  const editing = useEditing<RegisteredServer>()
  const [tested, setTested] = useState<{ id: string; turn: number; open: boolean } | null>(null)
  const shown = servers.data?.find(({ id }) => id === panel.id)
  const testedServer = servers.data?.find(({ id }) => id === tested?.id)
  const testLog = ({ id }: RegisteredServer) =>
    setTested((last) => ({ id, turn: (last?.turn ?? 0) + 1, open: true }))
  return (
    <WithSidePanel
      panel={
        shown && (
          <ServerPanel
            key={shown.id}
            server={shown}
            tab={panel.tab}
            onTab={(tab) => panel.show(shown.id, tab)}
            onClose={panel.close}
            onEdit={() => editing.edit(shown)}
            onTestLog={() => testLog(shown)}
          />
        )
      }
    >
      <ConsolePage>
        <List
          current={shown?.id}
          onOpen={(id) => panel.show(id, panel.tab)}
          onEdit={editing.edit}
          onRemoved={(id) => {
            if (id === panel.id) panel.close()
          }}
        />
      </ConsolePage>
      <ServerDialog
        key={`edit ${editing.turn}`}
        open={editing.open}
        server={editing.item}
        onClose={editing.close}
        onAdded={(added) => {
          editing.close()
          showToast({ tone: 'good', title: t(($) => $.admin.form.saved), detail: getServerName(added) })
          testLog(added)
        }}
      />
      {testedServer && (
        <LogTestDialog
          key={`log ${tested?.turn}`}
          open={tested?.open === true}
          server={testedServer}
          onClose={() => setTested((last) => last && { ...last, open: false })}
        />
      )}
    </WithSidePanel>
  )
}

interface ListProps {
  current: string | undefined
  onOpen: (id: string) => void
  /** Null adds one. */
  onEdit: (server: RegisteredServer | null) => void
  onRemoved: (id: string) => void
}

function List({ current, onOpen, onEdit, onRemoved }: ListProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const now = useNow()
  const servers = useQuery(serversQuery)
  const feeds = useQuery(feedsQuery)
  const columns = useServerColumns(feeds.data ?? [], now, current !== undefined)
  const { ask, asking } = useConfirmation()
  const remove = (server: RegisteredServer) =>
    ask({
      title: t(($) => $.adminServers.removeAsk, { name: getServerName(server) }),
      message: t(($) => $.adminServers.removeLoses),
      action: t(($) => $.adminServers.remove),
      run: async () => {
        await removeServer(client, server)
        onRemoved(server.id)
        showToast({ tone: 'good', title: t(($) => $.adminServers.removed), detail: getServerName(server) })
      },
    })
  const [embedding, setEmbedding] = useState(false)
  const add = (
    <Button variant="primary" icon="plus" onClick={() => onEdit(null)}>
      {t(($) => $.adminServers.add)}
    </Button>
  )
  const embed = <Button onClick={() => setEmbedding(true)}>{t(($) => $.adminServers.embed.open)}</Button>
  return (
    <>
      <LocalList
        label={t(($) => $.adminServers.list)}
        rows={servers.data}
        columns={columns}
        keyOf={({ id }) => id}
        filters={useServerFilters()}
        passes={matchesFilter}
        sortedBy="name"
        current={current}
        busy={servers.isFetching}
        error={servers.error}
        onRetry={() => void servers.refetch()}
        empty={{ title: t(($) => $.adminServers.none), next: t(($) => $.adminServers.noneNext), action: add }}
        actions={
          (servers.data?.length ?? 0) > 0 && (
            <Row gap="s">
              {embed}
              {add}
            </Row>
          )
        }
        rowLinks={(server) => <OpenButton server={server} onOpen={onOpen} />}
        rowActions={(server) => <RowActions server={server} onEdit={onEdit} onRemove={remove} />}
      />
      {asking}
      <EmbedDialog open={embedding} onClose={() => setEmbedding(false)} />
    </>
  )
}

function OpenButton({ server, onOpen }: Pick<ListProps, 'onOpen'> & { server: RegisteredServer }) {
  const { t } = useTranslation()
  return (
    <IconButton
      icon="console"
      size="sm"
      variant="ghost"
      label={t(($) => $.adminServers.openNamed, { name: getServerName(server) })}
      tooltip={t(($) => $.adminServers.open)}
      onClick={() => onOpen(server.id)}
    />
  )
}

function RowActions({
  server,
  onEdit,
  onRemove,
}: Pick<ListProps, 'onEdit'> & {
  server: RegisteredServer
  onRemove: (server: RegisteredServer) => void
}) {
  const { t } = useTranslation()
  const name = getServerName(server)
  const mayCall = useMayCall()
  if (!mayCall(operatorChangeServer, server.id)) return null
  return (
    <Row gap="xs">
      <IconButton
        icon="pencil"
        size="sm"
        variant="ghost"
        label={t(($) => $.adminServers.edit, { name })}
        tooltip={t(($) => $.admin.form.edit)}
        onClick={() => onEdit(server)}
      />
      <IconButton
        icon="trash"
        size="sm"
        variant="ghost"
        label={`${t(($) => $.adminServers.remove)} ${name}`}
        tooltip={t(($) => $.adminServers.remove)}
        onClick={() => onRemove(server)}
      />
    </Row>
  )
}

/** The open server panel and its tab, stored in the address. */
function usePanel() {
  const address = useAddressState()
  return {
    id: address.get('server'),
    tab: panelTabs.find((tab) => tab === address.get('tab')) ?? ('console' satisfies PanelTab),
    show: (id: string, tab: PanelTab) =>
      address.set({ server: id, tab: tab === 'console' ? undefined : tab }, true),
    close: () => address.set({ server: undefined, tab: undefined }, true),
  }
}
