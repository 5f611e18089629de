import { operatorListServerPlayers } from '@clutch/contract/api/servers/operator-moderation.ts'
import {
  operatorListRconLog,
  operatorStreamServerLog,
} from '@clutch/contract/api/servers/operator-server-control.ts'
import { operatorListServers } from '@clutch/contract/api/servers/operator-servers.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { PageLink } from '../../../../app/navigation/page-link.tsx'
import { IconButton } from '../../../../ui/buttons/button.tsx'
import { PanelHead, PanelNumbers, PanelTabs } from '../../../../ui/layout/panel-head.tsx'
import { SidePanel } from '../../../../ui/layout/side-panel.tsx'
import { SkeletonRows } from '../../../../ui/loading/skeleton.tsx'
import { StatusDot } from '../../../../ui/status/status-dot.tsx'
import { TabList } from '../../../../ui/tabs/tab-list.tsx'
import { useNow } from '../../../../app/time/use-now.ts'
import { ConfigTab } from './config-tab.tsx'
import { RconTab } from './rcon-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { PlayersTab } from './players-tab.tsx'
import {
  formatAddress,
  getServerName,
  formatSlots,
  getDisplayState,
  stateTones,
  useServerText,
} from '../server-text.ts'
import { useMayCall } from '../../kit/permissions.ts'
import { playersQuery, type RegisteredServer } from '../servers.queries.ts'

export const panelTabs = ['console', 'players', 'config', 'log'] as const
export type PanelTab = (typeof panelTabs)[number]

interface ServerPanelProps {
  server: RegisteredServer
  tab: PanelTab
  onTab: (tab: PanelTab) => void
  onClose: () => void
  onEdit: () => void
  onTestLog: () => void
}

/** J: one server beside the list: how it fares, its console, players, settings and log. */
export function ServerPanel({ server, tab, onTab, onClose, onEdit, onTestLog }: ServerPanelProps) {
  const { t } = useTranslation()
  const name = getServerName(server)
  const mayCall = useMayCall()
  const count = useQuery({
    ...playersQuery(server.id),
    enabled: mayCall(operatorListServerPlayers, server.id),
  }).data?.players.length
  const texts = {
    console: t(($) => $.adminServers.panel.console),
    players:
      count === undefined
        ? t(($) => $.adminServers.panel.players)
        : t(($) => $.adminServers.panel.playersCount, { count }),
    config: t(($) => $.adminServers.panel.config),
    log: t(($) => $.adminServers.panel.log),
  }
  const visible = useVisibleTabs(server.id)
  const current = visible.includes(tab) ? tab : (visible[0] ?? 'config')
  return (
    <SidePanel label={t(($) => $.adminServers.panel.label, { name })} onClose={onClose}>
      <Head server={server} onClose={onClose} />
      <Numbers server={server} />
      <TabList
        label={t(($) => $.adminServers.panel.tabs)}
        tabs={visible.map((value) => ({ value, text: texts[value] }))}
        value={current}
        onChange={onTab}
      >
        {({ list, panel }) => (
          <>
            <PanelTabs>{list}</PanelTabs>
            {panel(
              <Suspense fallback={<SkeletonRows rows={4} />}>
                {current === 'console' && <RconTab server={server} />}
                {current === 'players' && <PlayersTab server={server} />}
                {current === 'config' && <ConfigTab server={server} onEdit={onEdit} onTestLog={onTestLog} />}
                {current === 'log' && <LogTab server={server} />}
              </Suspense>,
            )}
          </>
        )}
      </TabList>
    </SidePanel>
  )
}

/** The tabs whose content the operator may read. */
function useVisibleTabs(serverId: string): PanelTab[] {
  const mayCall = useMayCall()
  const reads = {
    console: operatorListRconLog,
    players: operatorListServerPlayers,
    config: operatorListServers,
    log: operatorStreamServerLog,
  } as const satisfies Record<PanelTab, unknown>
  return panelTabs.filter((tab) => mayCall(reads[tab], serverId))
}

function Head({ server, onClose }: { server: RegisteredServer; onClose: () => void }) {
  const { t } = useTranslation()
  const words = useServerText()
  const now = useNow(10_000)
  const state = getDisplayState(server)
  const map = server.state === 'online' ? (server.seen?.map ?? '') : ''
  const lasting = server.since === null ? '' : words.lasting(Math.max(0, (now - server.since) / 1_000))
  return (
    <PanelHead
      mark={<StatusDot tone={stateTones[state]} pulse={state === 'online'} />}
      title={getServerName(server)}
      facts={
        <>
          <span>{t(($) => $.adminServers.state[state])}</span>
          <span>{formatAddress(server)}</span>
          {map !== '' && <span>{map}</span>}
          {server.state === 'online' && lasting !== '' && (
            <span>{t(($) => $.adminServers.panel.online, { time: lasting })}</span>
          )}
        </>
      }
      actions={
        <>
          {!server.hidden && (
            <PageLink
              to="/servers/details/$id"
              params={{ id: server.id }}
              variant="ghost"
              size="sm"
              icon="external"
              aria-label={t(($) => $.adminServers.panel.public)}
              data-tooltip={t(($) => $.adminServers.panel.public)}
            >
              {null}
            </PageLink>
          )}
          <IconButton
            icon="close"
            variant="ghost"
            size="sm"
            label={t(($) => $.adminServers.panel.close)}
            onClick={onClose}
          />
        </>
      }
    />
  )
}

/** The values that the server reports; a dash for missing ones. */
function Numbers({ server }: { server: RegisteredServer }) {
  const { t } = useTranslation()
  const words = useServerText()
  const mayCall = useMayCall()
  const players = { ...playersQuery(server.id), enabled: mayCall(operatorListServerPlayers, server.id) }
  const machine = useQuery(players).data?.machine ?? null
  const slots = formatSlots(server)
  const frame = machine?.frameMs ?? null
  return (
    <PanelNumbers
      numbers={[
        {
          name: t(($) => $.adminServers.panel.numbers.players),
          text: slots ? `${slots.current} / ${slots.max}` : '-',
        },
        {
          name: t(($) => $.adminServers.panel.numbers.cpu),
          text: machine
            ? t(($) => $.adminServers.panel.percent, { count: Math.round(machine.cpuPercent) })
            : '-',
        },
        {
          name: t(($) => $.adminServers.panel.numbers.frame),
          text:
            frame === null ? '-' : t(($) => $.adminServers.panel.ms, { count: Math.round(frame * 10) / 10 }),
        },
        {
          name: t(($) => $.adminServers.panel.numbers.uptime),
          text: machine ? words.lasting(machine.uptimeSeconds) : '-',
        },
      ]}
    />
  )
}
