import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { Words } from '@clutch/contract/rules/notifications/event-fields.ts'
import { getBackupHealth } from '../domains/backups/index.ts'
import { readPortalSettings } from '../domains/content/index.ts'
import { findPlayerNames, selectLeaders } from '../domains/leaderboard/index.ts'
import type { ConditionSource, NotificationSources } from '../domains/notifications/index.ts'
import { listFullRegions } from '../domains/rentals/index.ts'
import { countOutdatedServers, listLiveServers, listWatchedServers } from '../domains/servers/index.ts'
import type { AppContext } from '../platform/context.ts'
import { selectActiveQueues } from '../platform/jobs/index.ts'

const minuteMs = 60_000

/** A server counts as offline after three polls without an answer; a restart takes about a minute. */
const downGraceMs = minuteMs
/** Valve's update reaches the servers of a community within this time. */
const outdatedGraceMs = 30 * minuteMs
const fullGraceMs = 5 * minuteMs

/** What the worker of notifications needs of the other domains. */
export function notificationSources(context: AppContext): NotificationSources {
  return {
    sources: conditionSources(context),
    readServers: () => listLiveServers(context.database),
    isPushOn: async () => (await readPortalSettings(context.database)).settings.features.push.enabled,
  }
}

/** The states of every domain that channels hear of. Their other events are put into the outbox where they happen. */
export function conditionSources(context: AppContext): ConditionSource[] {
  return [
    downServers(context),
    outdatedGame(),
    fullRegions(context),
    failedJobs(),
    missingBackups(context),
    boardLeaders(),
  ]
}

function downServers({ clock }: AppContext): ConditionSource {
  return {
    kind: 'server.down',
    graceMs: downGraceMs,
    read: async (queries) =>
      (await listWatchedServers(queries)).flatMap(({ id, name, address, downSince: since }) =>
        since === null
          ? []
          : [
              {
                subject: id,
                since,
                event: () => ({
                  kind: 'server.down',
                  subject: id,
                  serverId: id,
                  fields: { server: name, address, since: since.getTime() },
                }),
              },
            ],
      ),
    over: async (queries, id, since) => {
      // One that was removed, hidden or put under maintenance is not back.
      const server = (await listWatchedServers(queries)).find((one) => one.id === id && one.isOnline)
      if (!server) return null
      const minutes = Math.max(1, Math.round((clock.now().getTime() - since.getTime()) / minuteMs))
      const { name, address } = server
      return { kind: 'server.back', subject: id, serverId: id, fields: { server: name, address, minutes } }
    },
  }
}

function outdatedGame(): ConditionSource {
  return {
    kind: 'game.outdated',
    graceMs: outdatedGraceMs,
    read: async (queries) => {
      const outdated = await countOutdatedServers(queries)
      if (outdated === null || outdated.count === 0) return []
      const version = String(outdated.required)
      const fields = { servers: outdated.count, version }
      return [{ subject: version, event: () => ({ kind: 'game.outdated', subject: version, fields }) }]
    },
  }
}

function fullRegions(context: AppContext): ConditionSource {
  return {
    kind: 'host.full',
    graceMs: fullGraceMs,
    read: async (queries) =>
      (await listFullRegions(context, queries)).map(({ code, used }) => ({
        subject: code,
        event: () => ({ kind: 'host.full', subject: code, fields: { region: code, count: used } }),
      })),
  }
}

function failedJobs(): ConditionSource {
  return {
    kind: 'job.failed',
    graceMs: 0,
    again: 'rises',
    read: async (queries) =>
      (await selectActiveQueues(queries))
        .filter(({ failed }) => failed > 0)
        .map(({ queue, failed: count, problem }) => ({
          subject: queue,
          value: String(count),
          event: () => ({
            kind: 'job.failed',
            subject: queue,
            fields: { queue, count, problem: problem ?? '' },
          }),
        })),
  }
}

const backupNames: Record<'backup' | 'verification', Words> = {
  backup: { zh: '备份', en: 'The backup' },
  verification: { zh: '备份测试', en: 'The test of a backup' },
}

function missingBackups(context: AppContext): ConditionSource {
  return {
    kind: 'backup.missing',
    graceMs: 0,
    read: async (queries) =>
      (await getBackupHealth({ ...context, database: queries }))
        .filter(({ state }) => state === 'bad')
        .map(({ kind, problem }) => ({
          subject: kind,
          event: () => ({
            kind: 'backup.missing',
            subject: kind,
            fields: { backup: backupNames[kind], problem },
          }),
        })),
  }
}

const boardNames: Record<BoardMode, Words> = {
  dm: { zh: '死斗', en: 'deathmatch' },
  'dm-pistol': { zh: '手枪死斗', en: 'pistol deathmatch' },
  solo: { zh: '单挑 1v1', en: '1v1' },
  retakes: { zh: '回防', en: 'retakes' },
}

/** Who leads the boards of all time: a record is broken when that is another player. */
function boardLeaders(): ConditionSource {
  return {
    kind: 'record.broken',
    graceMs: 0,
    again: 'changes',
    read: async (queries) => {
      const leaders = await selectLeaders(queries)
      const names = await findPlayerNames(
        queries,
        leaders.map(({ steamId }) => steamId),
      )
      return leaders.map(({ mode, steamId, kills: score }) => {
        const player = names.get(steamId) ?? steamId
        return {
          subject: mode,
          value: steamId,
          label: player,
          event: (former) => ({
            kind: 'record.broken',
            subject: mode,
            fields: { board: boardNames[mode], player, score, former: former ?? '' },
          }),
        }
      })
    },
  }
}
