import type { operatorSeasonSchema } from '@clutch/contract/api/leaderboard/operator-boards.ts'
import { grantedGroups } from '@clutch/contract/rules/accounts/groups.ts'
import type * as z from 'zod/mini'
import type { OperatorCall } from './operator-calls.ts'
import { groupMembers, personSteamId } from '../samples/sample-people.ts'
import type { SeedMarks } from './seed.ts'

/** The sample VIPs have a limited term: a permanent VIP could buy nothing. */
const vipDurationMs = 90 * 24 * 3_600_000

const quarterNames = [
  { zh: '冬季赛', en: 'Winter' },
  { zh: '春季赛', en: 'Spring' },
  { zh: '夏季赛', en: 'Summer' },
  { zh: '秋季赛', en: 'Autumn' },
]

/**
 * Opens a season if there never was one, and adds the sample people to their groups once. Their activity is
 * simulated elsewhere.
 */
export async function seedCommunity(call: OperatorCall, given: SeedMarks, now: Date): Promise<void> {
  const seasons = await call<z.infer<typeof operatorSeasonSchema>[]>('GET', 'seasons')
  if (seasons.length === 0) await call('POST', 'seasons', { name: seasonName(now) })
  if (given.names().includes('memberships')) return
  for (const group of grantedGroups) {
    for (const number of groupMembers[group]) {
      const expires = group === 'vip' ? now.getTime() + vipDurationMs : null
      await call('PUT', `memberships/${personSteamId(number)}/${group}`, { expires })
    }
  }
  given.add('memberships')
}

/** The season's name by the quarter of the year that it is in Shanghai. */
export function seasonName(now: Date): { zh: string; en: string } {
  const [year = 0, month = 0] = now
    .toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })
    .split('-')
    .map(Number)
  const { zh = '', en = '' } = quarterNames[Math.floor((month % 12) / 3)] ?? {}
  return { zh: `${year} ${zh}`, en: `${year} ${en}` }
}
