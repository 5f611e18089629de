import type { Overview, OverviewRange } from '@clutch/contract/api/console/console.ts'
import { currencies } from '@clutch/contract/rules/payments/money.ts'
import { toCommunityDay } from '@clutch/contract/rules/shared/community-day.ts'
import type { AppContext } from '../../platform/context.ts'
import { type Revenue, revenue } from '../payments/index.ts'
import { getRentalCounts } from '../rentals/index.ts'
import { listServerSummaries, getPlayerCounts } from '../servers/index.ts'

const dayMs = 24 * 3_600_000
const revenueDays = 7

type Dependencies = Pick<AppContext, 'database' | 'clock'>

/** So long is an overview used again, ms: every console asks for it every 15 s. */
export const overviewMaxAgeMs = 5_000

interface CachedOverview {
  overview: Promise<Overview>
  /** When it was read, by the monotonic clock; infinite while it is being read. */
  readMs: number
}

/** J: the overviews of this process, each read once for all who ask within some seconds. */
export class OverviewCache {
  readonly #context: Dependencies
  readonly #cached = new Map<OverviewRange, CachedOverview>()

  constructor(context: Dependencies) {
    this.#context = context
  }

  get(range: OverviewRange): Promise<Overview> {
    const cached = this.#cached.get(range)
    if (cached && this.#context.clock.monotonicMs() - cached.readMs < overviewMaxAgeMs) return cached.overview
    return this.#read(range)
  }

  async #read(range: OverviewRange): Promise<Overview> {
    const reading = { overview: readOverview(this.#context, range), readMs: Infinity }
    this.#cached.set(range, reading)
    try {
      return await reading.overview
    } catch (error) {
      this.#cached.delete(range)
      throw error
    } finally {
      reading.readMs = this.#context.clock.monotonicMs()
    }
  }
}

/** A summary of players, income and problems. */
async function readOverview({ database, clock }: Dependencies, range: OverviewRange): Promise<Overview> {
  const now = clock.now()
  const days = daysUntil(now)
  const from = new Date(`${days[0]}T00:00:00+08:00`)
  const servers = await listServerSummaries(database)
  const [players, money, rentals] = await Promise.all([
    getPlayerCounts(database, servers, range, now),
    revenue(database, { from, to: new Date(now.getTime() + dayMs), by: 'day' }),
    getRentalCounts(database, now),
  ])
  return {
    range,
    players,
    revenue: revenueOf(money, days),
    rentals: { active: rentals.active, endingToday: rentals.endToday },
    servers,
  }
}

/** The days of Asia/Shanghai up to this one, the earliest first. */
function daysUntil(now: Date): string[] {
  const back = Array.from({ length: revenueDays }, (_, index) => revenueDays - 1 - index)
  return back.map((count) => toCommunityDay(now.getTime() - count * dayMs))
}

/** Every day by itself and in each currency that came up, also the days on which nothing moved. */
function revenueOf(money: readonly Revenue[], days: readonly string[]): Overview['revenue'] {
  const met = currencies.filter((currency) => money.some((row) => row.currency === currency))
  const used = met.length > 0 ? met : currencies.slice(0, 1)
  const net = (day: string, currency: string, group: Revenue['group']) =>
    money.find((row) => row.day === day && row.currency === currency && row.group === group)?.net ?? 0
  const all = days.flatMap((day) =>
    used.map((currency) => ({
      day,
      currency,
      rental: net(day, currency, 'rental'),
      vip: net(day, currency, 'vip'),
    })),
  )
  const today = all
    .filter(({ day }) => day === days.at(-1))
    .map(({ currency, rental, vip }) => ({ currency, amount: rental + vip }))
  return { today, days: all }
}
