import type { JobQueue } from '@clutch/contract/api/console/console.ts'
import type { QueueOptions } from 'pg-boss'

/** What each queue carries; a job is found by its queue's name only. Data is JSON, and holds no secret that is not sealed. */
export interface JobData {
  /** A mail, sealed (`server/domains/mail`). */
  mail: { sealed: string }
  /** A player whose name and picture are requested from Steam. */
  'steam-profile': { steamId: string }
  /** Hourly: the same of people who stay signed in. */
  'stale-profiles': Record<string, never>
  /** A sealed code for one player, sent to them on the game server they play on. */
  'game-bind-code': { sealed: string }
  /** Which version of Counter-Strike 2 Steam requires. */
  'game-version': Record<string, never>
  /** A player's `!report` in the chat of a game server. */
  'chat-report': {
    serverId: string
    reporter: string
    target: { steamId: string; name: string }
    text: string
    /** When it was said, ms since 1970 (UTC). */
    at: number
  }
  /** The chat and events around a report, which are copied from the log of its server. */
  'report-evidence': { reportId: string }
  /** A message of the portal to one player on a game server, in the game's chat. */
  'player-message': { serverId: string; steamId: string; text: string; until: number }
  /** Nightly: cases that were closed long ago are forgotten. */
  'case-sweep': Record<string, never>
  /** Each minute: the roles on the community's Discord server follow the groups of linked accounts. */
  'discord-roles': Record<string, never>
  /** Nightly: removes expired data. */
  'account-sweep': Record<string, never>
  /** Nightly: who was not seen on rented servers for long is forgotten. */
  'teammate-sweep': Record<string, never>
  /** From 10:30 on, hourly: what the providers billed of the last days is compared with what the portal holds. */
  'money-reports': Record<string, never>
}

export type QueueName = JobQueue

const oneMoreTry = { retryLimit: 1, retryDelay: 60 } as const

/**
 * How each queue tries again. Seconds; `retryBackoff` doubles the delay up to `retryDelayMax`. The number of tries does not end a
 * mail: the mailer gives it up once it is not true any more. Until then the queue keeps it. Each queue tries again at least once:
 * a job that its process gives back at a stop has used up a try, and operators learn of the last.
 */
export const queues: Record<QueueName, QueueOptions> = {
  mail: {
    retryLimit: 1_000_000,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 120,
    expireInSeconds: 90,
    retentionSeconds: 30 * 24 * 3_600,
  },
  'steam-profile': { retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 60 },
  'stale-profiles': { ...oneMoreTry, expireInSeconds: 900 },
  'game-version': { ...oneMoreTry, expireInSeconds: 60 },
  'game-bind-code': { retryLimit: 2, retryDelay: 2, expireInSeconds: 30 },
  'chat-report': { retryLimit: 3, retryDelay: 2, retryBackoff: true, expireInSeconds: 60 },
  'report-evidence': { retryLimit: 5, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  'player-message': { retryLimit: 2, retryDelay: 2, expireInSeconds: 30 },
  'case-sweep': { ...oneMoreTry, expireInSeconds: 300 },
  'discord-roles': { ...oneMoreTry, expireInSeconds: 300 },
  'account-sweep': { ...oneMoreTry, expireInSeconds: 300 },
  'teammate-sweep': { ...oneMoreTry, expireInSeconds: 300 },
  'money-reports': { retryLimit: 2, retryDelay: 300, expireInSeconds: 300 },
}

/** Queues that fill themselves, by cron in the community's time. */
export const schedules: Partial<Record<QueueName, string>> = {
  'account-sweep': '23 4 * * *',
  'teammate-sweep': '37 4 * * *',
  'case-sweep': '51 4 * * *',
  'money-reports': '30 10-23 * * *',
  'stale-profiles': '*/10 * * * *',
  'game-version': '*/5 * * * *',
  'discord-roles': '* * * * *',
}

/** How one process works on a queue; each of its `localConcurrency` loops asks for jobs at these intervals, s. */
export interface QueueWork {
  localConcurrency: number
  pollingIntervalSeconds: number
  notifyPollingIntervalSeconds: number
}

const quickRetryWithinSeconds = 10

/**
 * New jobs are notified, retries are not: they are looked for every 2 s where one may be due soon, else every 10 s. What fills itself
 * is one job at a time; of other queues three run at once, so that one which hangs (a mail server) does not hold up the others.
 */
export function getQueueWork(name: QueueName): QueueWork {
  const { retryLimit = 0, retryDelay = 0 } = queues[name]
  const hasQuickRetries = retryLimit > 0 && retryDelay <= quickRetryWithinSeconds
  return {
    localConcurrency: schedules[name] === undefined ? 3 : 1,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: hasQuickRetries ? 2 : 10,
  }
}
