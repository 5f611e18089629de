import {
  findReportReason,
  findReportTarget,
  parseReportCommand,
} from '@clutch/contract/rules/moderation/report-command.ts'
import { reportTextMaxLength } from '@clutch/contract/api/moderation/reports.ts'
import { type ErrorCode, PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { JobData } from '../../../platform/jobs/index.ts'
import { tryConsumeRateLimit } from '../../accounts/index.ts'
import { readPortalSettings } from '../../content/index.ts'
import { type ChatLine, type ChatSubscriber, listPresentPlayers } from '../../events/index.ts'
import { type GameMessage, messagePlayer, shortenNames } from './player-messages.service.ts'
import { addReport } from './reports.service.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'jobs'>

/** Older messages are neither reports nor answered: their players are gone. */
const maxMessageAgeMs = 2 * 60_000

/**
 * Takes `!report name reason` from the chat of the game servers. The transaction of the counts only looks the player up and leaves a
 * job: it waits for no other report.
 */
export function createChatReportSubscriber(context: Dependencies): ChatSubscriber {
  return async (tx, chat) => {
    const since = context.clock.now().getTime() - maxMessageAgeMs
    const commands = chat.flatMap((line) => {
      const text = parseReportCommand(line.text)
      return text === null || line.receivedAt.getTime() < since ? [] : [{ ...line, text }]
    })
    if (commands.length === 0) return
    const { settings } = await readPortalSettings(tx)
    if (!settings.features.reports.enabled) return
    for (const line of commands)
      if (await tryConsumeRateLimit({ ...context, database: tx }, 'chat report account', line.steamId))
        await takeChatReport(context, tx, line)
  }
}

async function takeChatReport(context: Dependencies, tx: Queries, line: ChatLine): Promise<void> {
  const { serverId, steamId, receivedAt } = line
  const roster = await listPresentPlayers(tx, serverId, context.clock.now())
  // What a player who is not there says was written into the log by something else.
  if (!roster?.some((player) => player.steamId === steamId)) return
  const others = roster.flatMap(({ steamId: id, name }) =>
    id === null || id === steamId ? [] : [{ steamId: id, name }],
  )
  const target = findReportTarget(line.text, others)
  if (target.kind === 'found') {
    const { player, text } = target
    const data = { serverId, reporter: steamId, target: { steamId: player.steamId, name: player.name } }
    await context.jobs.enqueue(tx, 'chat-report', {
      ...data,
      text: text.slice(0, reportTextMaxLength),
      at: receivedAt.getTime(),
    })
    return
  }
  const names = target.kind === 'ambiguous' ? shortenNames(target.players.map(({ name }) => name)) : ''
  await messagePlayer(context, tx, { serverId, steamId, message: problems[target.kind](names) })
}

const problems = {
  empty: () => ({ zh: '用法：!report 玩家名 原因', en: 'usage: !report player reason' }),
  unknown: () => ({ zh: '服务器上没有这名玩家', en: 'no such player on this server' }),
  ambiguous: (names: string) => ({
    zh: `有多名玩家符合：${names}`,
    en: 'several players match, write more of the name',
  }),
} satisfies Record<string, (names: string) => GameMessage>

const refusals: Partial<Record<ErrorCode, GameMessage>> = {
  'report.repeated': { zh: '24 小时内已举报过该玩家', en: 'you reported this player in the last 24 hours' },
  'report.limit': { zh: '24 小时内举报次数已达上限', en: 'too many reports in the last 24 hours' },
}

/** Starts making reports of what players said in this process. */
export function startChatReportWorker(context: Dependencies): Promise<void> {
  return context.jobs.work('chat-report', (data) => reportFromChat(context, data))
}

/** Makes a report of what a player said, and tells them in the game whether it was taken. */
async function reportFromChat(context: Dependencies, data: JobData['chat-report']): Promise<void> {
  const { serverId, reporter: steamId, target, text, at } = data
  const answer = (tx: Queries, message: GameMessage) =>
    messagePlayer(context, tx, { serverId, steamId, message })
  const report = { reporter: steamId, target, serverId, evidenceAt: new Date(at), source: 'chat' } as const
  try {
    await context.database.transaction().execute(async (tx) => {
      await addReport(context, tx, { ...report, reason: findReportReason(text), text })
      const name = shortenNames([target.name])
      await answer(tx, { zh: `已举报 ${name}，谢谢`, en: `reported, thank you` })
    })
  } catch (error) {
    const refusal = error instanceof PortalError ? refusals[error.code] : undefined
    if (!refusal) throw error
    await answer(context.database, refusal)
  }
}
