import type { PortalChange } from '@clutch/contract/api/operator.ts'
import type { ProductType } from '@clutch/contract/api/payments.ts'
import { vipPresets } from '@clutch/contract/rules/command-presets.ts'
import type { Duration } from '@clutch/contract/rules/durations.ts'
import type { Currency } from '@clutch/contract/rules/money.ts'

interface SamplePrice {
  product: ProductType
  duration: Duration
  relocatable: boolean
  currency: Currency
  /** Minor units. */
  amount: number
}

type Row = readonly [
  duration: Duration,
  cny: number,
  usd: number,
  cnyRelocatable?: number,
  usdRelocatable?: number,
]

const vip: readonly Row[] = [
  ['1m', 3_000, 499],
  ['3m', 8_100, 1_299],
  ['1y', 28_800, 4_499],
]
const rentals: readonly Row[] = [
  ['4h', 990, 149],
  ['8h', 1_590, 229],
  ['3d', 3_900, 599, 5_500, 799],
  ['7d', 7_900, 1_199, 10_900, 1_599],
  ['1m', 21_900, 3_199, 29_900, 4_299],
  ['3m', 58_900, 8_499, 79_900, 11_499],
  ['1y', 199_900, 28_900, 269_900, 38_900],
]

/** What a community could ask for, until an operator says otherwise. */
export const samplePrices: readonly SamplePrice[] = [
  ...vip.flatMap((row) => pricesOf('vip', row)),
  ...vip.flatMap((row) => pricesOf('vip_card', row)),
  ...rentals.flatMap((row) => pricesOf('server_rental', row)),
]

function pricesOf(
  product: ProductType,
  [duration, cny, usd, cnyRelocatable, usdRelocatable]: Row,
): SamplePrice[] {
  const price = (currency: Currency, amount: number | undefined, relocatable: boolean) =>
    amount === undefined ? [] : [{ product, duration, relocatable, currency, amount }]
  return [
    ...price('CNY', cny, false),
    ...price('USD', usd, false),
    ...price('CNY', cnyRelocatable, true),
    ...price('USD', usdRelocatable, true),
  ]
}

/** A coupon to try: a tenth off VIP and cards. */
export const sampleCoupon = { code: 'WELCOME10', percent: 10, products: ['vip', 'vip_card'] }

/** The demo's game servers imitate the plugin VIPCore. */
export const sampleVipCommands: PortalChange['vipCommands'] = {
  group: 'VIP',
  ...vipPresets.vipcore,
}

type Flags = readonly [normal: number, vip: number, pro: number, kol: number, op: number]

const privilege = (zh: string, en: string, flags: Flags, detail = { zh: '', en: '' }) => {
  const [normal, vipFlag, pro, kol, op] = flags
  return { content: { zh, en }, detail, flags: { normal, vip: vipFlag, pro, kol, op } }
}

/** What the groups of the sample community may. */
export const samplePrivileges = [
  privilege('满员时加入', 'Join when the server is full', [0, 1, 1, 1, 1], {
    zh: '每台服务器最后 2–3 个位置为 VIP 预留。',
    en: 'The last two or three slots of each server are kept for VIPs.',
  }),
  privilege('剩一个空位也能快速加入', 'Quick join with one free slot', [0, 1, 1, 1, 1], {
    zh: '其他玩家需要四个空位。',
    en: 'Others need four free slots.',
  }),
  privilege('VIP 专属死斗服', 'VIP-only deathmatch servers', [0, 1, 1, 1, 1]),
  privilege('社区服换肤', 'Skin changer in community servers', [0, 1, 1, 1, 1]),
  privilege('名字旁的徽章', 'Badge next to the name', [0, 1, 1, 1, 1]),
  privilege('免疫投票踢出', 'Vote kick immunity', [0, 0, 1, 1, 1]),
  privilege('加入时选择队伍', 'Choose the team on join', [0, 2, 1, 1, 1], {
    zh: '由管理员在活动期间开启。',
    en: 'Admins turn it on for events.',
  }),
  privilege('自己比赛的直播延迟', 'Stream delay on own matches', [0, 0, 2, 1, 1]),
  privilege('在排行榜上单独筛选', 'Own filter on the leaderboard', [0, 0, 1, 1, 1]),
  privilege('禁言与踢出玩家', 'Mute and kick players', [0, 0, 0, 0, 1]),
]
