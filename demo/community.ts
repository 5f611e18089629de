import type { operatorSeasonSchema } from '@clutch/contract/api/operator-boards.ts'
import { grantedGroups } from '@clutch/contract/rules/groups.ts'
import type { GrantedGroup } from '@clutch/contract/rules/groups.ts'
import { steamIdOfAccount } from '@clutch/contract/rules/steam-id.ts'
import type * as z from 'zod/mini'
import type { OperatorCall } from './operator-calls.ts'
import type { Given } from './seed.ts'

/** Who of the simulated people is in which group, by their number: the low ones are the regulars, who are soon on the boards. */
const members: Record<GrantedGroup, readonly number[]> = {
  vip: [1, 4, 5, 6, 9, 12, 18, 21, 33],
  pro: [2, 7, 8, 13, 17, 19, 29, 37, 41, 53],
  kol: [5, 11, 23, 43],
  op: [3, 31],
}

/** The Steam account of the simulated person 0; the others follow. */
const firstAccount = 4_000_000_000

const quarters = [
  { zh: '冬季赛', en: 'Winter' },
  { zh: '春季赛', en: 'Spring' },
  { zh: '夏季赛', en: 'Summer' },
  { zh: '秋季赛', en: 'Autumn' },
]

/** Opens a season where there has never been one, and puts the sample people into their groups once. What they do is their own. */
export async function seedCommunity(call: OperatorCall, given: Given, now: Date): Promise<void> {
  const seasons = await call<z.infer<typeof operatorSeasonSchema>[]>('GET', 'seasons')
  if (seasons.length === 0) await call('POST', 'seasons', { name: seasonOf(now) })
  if (given.names().includes('memberships')) return
  for (const group of grantedGroups) {
    for (const number of members[group]) {
      await call('PUT', `memberships/${steamIdOfAccount(firstAccount + number)}/${group}`, {})
    }
  }
  given.add('memberships')
}

/** The season's name by the quarter of the year that it is in Shanghai. */
export function seasonOf(now: Date): { zh: string; en: string } {
  const [year = 0, month = 0] = now
    .toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })
    .split('-')
    .map(Number)
  const { zh = '', en = '' } = quarters[Math.floor((month % 12) / 3)] ?? {}
  return { zh: `${year} ${zh}`, en: `${year} ${en}` }
}
