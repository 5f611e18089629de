import { type VipReminder, getDueVipReminder } from '@clutch/contract/rules/vip/vip-term.ts'
import { mailPlayer, getMembership, getGroupMembers, filterMailedPlayers } from '../../accounts/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Mail, canSendMail } from '../../mail/index.ts'
import { filterPushedPlayers, pushToPlayers } from '../../notifications/index.ts'
import * as store from './reminders.store.ts'

interface Due {
  steamId: string
  expires: Date
  days: VipReminder
}

/**
 * F7: tells members whose VIP ends in three days or in one, by mail if an address is known and in their browsers; each end once, with
 * any number of processes. A membership that began, or was extended, after a reminder was due gets only the next one.
 */
export async function sendReminders(context: AppContext): Promise<void> {
  const { database, clock } = context
  const now = clock.now()
  await store.deleteReminders(database, now)
  const due = await dueOf(context, now)
  const players = due.map(({ steamId }) => steamId)
  const mailed = canSendMail(context)
    ? await filterMailedPlayers(database, players, 'vip-ending')
    : new Set<string>()
  const told = mailed.union(await filterPushedPlayers(database, players, 'vip-ending'))
  for (const one of due) if (told.has(one.steamId)) await mailEnding(context, one)
}

/** Whether the reminder in a mail still holds: not after a renewal, nor once the next reminder is due. Other mails do. */
export async function isReminderDue(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { player, content }: Mail,
): Promise<boolean> {
  if (content.kind !== 'vip-ending' || !player) return true
  const now = clock.now()
  const held = await getMembership(database, { steamId: player.steamId, group: 'vip' }, now)
  return (
    held?.expires?.getTime() === content.ends &&
    getDueVipReminder(content.ends, now.getTime()) === content.days
  )
}

async function dueOf({ database }: AppContext, now: Date): Promise<Due[]> {
  const rows = await store.selectReminders(database, now)
  const reminded = new Set(
    rows.map((row) => keyOf({ steamId: row.steam_id, expires: row.expires_at, days: row.days })),
  )
  const members = await getGroupMembers(database, 'vip', now)
  return members
    .flatMap(({ steamId, expires, granted }) => {
      const days = expires && getDueVipReminder(expires.getTime(), now.getTime(), granted.getTime())
      return days ? [{ steamId, expires, days }] : []
    })
    .filter((due) => !reminded.has(keyOf(due)))
}

function keyOf({ steamId, expires, days }: { steamId: string; expires: Date; days: number }): string {
  return `${steamId} ${expires.getTime()} ${days}`
}

async function mailEnding(context: AppContext, { steamId, expires, days }: Due): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    const row = { steam_id: steamId, expires_at: expires, days, told_at: context.clock.now() }
    if (!(await store.insertReminder(tx, row))) return
    const content = { kind: 'vip-ending', days, ends: expires.getTime() } as const
    await mailPlayer(context, tx, steamId, { content, until: expires })
    await pushToPlayers(context, tx, {
      kind: 'vip-ending',
      steamIds: [steamId],
      subject: 'vip',
      values: { days, ends: expires.getTime() },
      until: expires,
    })
  })
}
