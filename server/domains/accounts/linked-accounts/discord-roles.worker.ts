import { setTimeout as wait } from 'node:timers/promises'
import type { GrantedGroup } from '@clutch/contract/rules/accounts/groups.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Config } from '../../../platform/config/config.ts'
import { FetchFailed } from '../../../platform/network/fetch-with-limits.ts'
import { getAllGroups } from '../groups/groups.service.ts'
import { type DiscordBot, DiscordRefused, setDiscordRole } from './discord-api.ts'
import * as store from './discord-roles.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'config' | 'log'>
type Roles = NonNullable<Config['discordRoles']>

/** A pass ends before its job does; the next one goes on. */
const passMs = 240_000
/** A wait that Discord asks for is spent in the pass; a longer one ends it. */
const maxWaitMs = 60_000
/** Members are compared with Discord itself as often, so that a role that was taken there by hand comes back. */
const checkEveryMs = 24 * 3_600_000
const maxChecksPerPass = 100
const retryAfterMs = {
  not_a_member: 3_600_000,
  unknown_role: 600_000,
  forbidden: 600_000,
  rate_limited: 0,
  failed: 60_000,
} as const

/** Does the job that gives and takes roles on the community's Discord server. */
export async function startDiscordRolesWorker(context: AppContext): Promise<void> {
  await context.jobs.work('discord-roles', async () => syncDiscordRoles(context))
}

/** Which roles a player has there: of their groups, and `linked`. */
export function listWantedRoles(roles: Roles, groups: readonly GrantedGroup[]): string[] {
  const ids = [roles.linked, ...groups.map((group) => roles[group])]
  return [...new Set(ids.filter((id) => id !== undefined))].toSorted((one, other) => (one < other ? -1 : 1))
}

/**
 * One pass: gives linked members the roles of their groups and takes those the portal gave and that are over, of former members too. A
 * failure of one member is stored with the time of the next try, and does not hold up the others. A role that does not exist is logged
 * and left out.
 */
export async function syncDiscordRoles(context: Dependencies): Promise<void> {
  const { database, clock, config } = context
  const { discordUrl, discordBotToken: token, discordGuild: guild, discordRoles: roles } = config
  if (token === undefined || guild === undefined || roles === undefined) return
  const until = clock.monotonicMs() + passMs
  const now = clock.now()
  const groups = await getAllGroups(database, now)
  const unknownRoles = new Set<string>()
  let checks = 0
  for (const member of await store.selectDiscordMembers(database)) {
    if (clock.monotonicMs() > until) return
    const memberRoles =
      member.steamId === null ? [] : listWantedRoles(roles, groups.get(member.steamId) ?? [])
    const wanted = memberRoles.filter((id) => !unknownRoles.has(id))
    const isChanged = wanted.join() !== member.roleIds.toSorted((one, other) => (one < other ? -1 : 1)).join()
    const isOld = (member.checkedAt?.getTime() ?? 0) < now.getTime() - checkEveryMs
    if (member.retryAt !== null && member.retryAt > now) continue
    if (!isChanged && !(isOld && checks++ < maxChecksPerPass)) continue
    const bot = { discordUrl, token, guild, unknownRoles }
    if (!(await syncMember(context, bot, { ...member, wanted }))) return
  }
}

/** A bot, and the roles that a pass found to be unknown. */
interface PassBot extends DiscordBot {
  unknownRoles: Set<string>
}

/** False where Discord asks to wait for longer than a pass may. */
async function syncMember(
  context: Dependencies,
  bot: PassBot,
  member: store.DiscordMember & { wanted: readonly string[] },
): Promise<boolean> {
  const { database, clock, log } = context
  const { discordId, wanted } = member
  const held = new Set(member.roleIds)
  try {
    for (const roleId of member.roleIds.filter((id) => !wanted.includes(id))) {
      await setRole(bot, { discordId, roleId, isHeld: false })
      held.delete(roleId)
    }
    let problem: 'unknown_role' | null = null
    for (const roleId of wanted) {
      if (await setRole(bot, { discordId, roleId, isHeld: true })) {
        held.add(roleId)
        continue
      }
      held.delete(roleId)
      problem = 'unknown_role'
      log.warn({ roleId }, 'a role of DISCORD_ROLES does not exist on the Discord server')
    }
    if (problem !== null) {
      const retryAt = new Date(clock.now().getTime() + retryAfterMs[problem])
      await store.saveDiscordProblem(database, { discordId, roleIds: [...held], problem, retryAt })
      return true
    }
    const isLinked = member.steamId !== null
    await store.saveDiscordRoles(database, { discordId, roleIds: wanted, isLinked }, clock.now())
    return true
  } catch (error) {
    if (!(error instanceof DiscordRefused) && !(error instanceof FetchFailed)) throw error
    const problem = error instanceof DiscordRefused ? error.problem : 'failed'
    const left = problem === 'not_a_member'
    const waitMs = Math.max(retryAfterMs[problem], error instanceof DiscordRefused ? error.waitMs : 0)
    const retryAt = new Date(clock.now().getTime() + waitMs)
    // A member who left the Discord server has no roles there.
    const roleIds = left ? [] : [...held]
    if (left && member.steamId === null)
      await store.saveDiscordRoles(database, { discordId, roleIds: [], isLinked: false }, clock.now())
    else await store.saveDiscordProblem(database, { discordId, roleIds, problem, retryAt })
    if (!left) log.warn({ problem }, 'roles on the Discord server could not be changed')
    return problem !== 'rate_limited'
  }
}

/** Waits once where Discord asks for it. False where the role does not exist, so that no member has it. */
async function setRole(bot: PassBot, change: Parameters<typeof setDiscordRole>[1]): Promise<boolean> {
  try {
    await setAfterWait(bot, change)
    return true
  } catch (error) {
    if (!(error instanceof DiscordRefused) || error.problem !== 'unknown_role') throw error
    bot.unknownRoles.add(change.roleId)
    return false
  }
}

async function setAfterWait(bot: DiscordBot, change: Parameters<typeof setDiscordRole>[1]): Promise<void> {
  try {
    await setDiscordRole(bot, change)
  } catch (error) {
    const waits = error instanceof DiscordRefused && error.problem === 'rate_limited'
    if (!waits || error.waitMs > maxWaitMs) throw error
    await wait(error.waitMs)
    await setDiscordRole(bot, change)
  }
}
