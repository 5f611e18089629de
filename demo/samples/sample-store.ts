import type { PortalSettingsChange } from '@clutch/contract/api/content/operator-portal-settings.ts'
import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import { vipPresets } from '@clutch/contract/rules/servers/rcon/command-presets.ts'
import type { Duration } from '@clutch/contract/rules/payments/durations.ts'
import type { Currency } from '@clutch/contract/rules/payments/money.ts'

interface SamplePrice {
  product: ProductType
  duration: Duration
  relocatable: boolean
  currency: Currency
  /** Minor units. */
  amount: number
}

type PriceRow = readonly [
  duration: Duration,
  cny: number,
  usd: number,
  cnyRelocatable?: number,
  usdRelocatable?: number,
]

const vipPrices: readonly PriceRow[] = [
  ['1m', 3_000, 499],
  ['3m', 8_100, 1_299],
  ['1y', 28_800, 4_499],
]
const rentalPrices: readonly PriceRow[] = [
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
  ...vipPrices.flatMap((row) => toSamplePrices('vip', row)),
  ...vipPrices.flatMap((row) => toSamplePrices('vip_card', row)),
  ...rentalPrices.flatMap((row) => toSamplePrices('server_rental', row)),
]

function toSamplePrices(
  product: ProductType,
  [duration, cny, usd, cnyRelocatable, usdRelocatable]: PriceRow,
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
export const sampleVipCommands: PortalSettingsChange['vipCommands'] = {
  group: 'VIP',
  ...vipPresets.vipcore,
}

type PrivilegeFlags = readonly [normal: number, vip: number, pro: number, kol: number, op: number]

const samplePrivilege = (zh: string, en: string, flags: PrivilegeFlags, detail = { zh: '', en: '' }) => {
  const [normal, vipFlag, pro, kol, op] = flags
  return { content: { zh, en }, detail, flags: { normal, vip: vipFlag, pro, kol, op } }
}

/** What the groups of the sample community may. */
export const samplePrivileges = [
  samplePrivilege('满员时加入', 'Join when the server is full', [0, 1, 1, 1, 1], {
    zh: '每台服务器最后 2–3 个位置为 VIP 预留。',
    en: 'The last two or three slots of each server are kept for VIPs.',
  }),
  samplePrivilege('剩一个空位也能快速加入', 'Quick join with one free slot', [0, 1, 1, 1, 1], {
    zh: '其他玩家需要四个空位。',
    en: 'Others need four free slots.',
  }),
  samplePrivilege('VIP 专属死斗服', 'VIP-only deathmatch servers', [0, 1, 1, 1, 1]),
  samplePrivilege('社区服换肤', 'Skin changer in community servers', [0, 1, 1, 1, 1]),
  samplePrivilege('名字旁的徽章', 'Badge next to the name', [0, 1, 1, 1, 1]),
  samplePrivilege('免疫投票踢出', 'Vote kick immunity', [0, 0, 1, 1, 1]),
  samplePrivilege('加入时选择队伍', 'Choose the team on join', [0, 2, 1, 1, 1], {
    zh: '由管理员在活动期间开启。',
    en: 'Admins turn it on for events.',
  }),
  samplePrivilege('自己比赛的直播延迟', 'Stream delay on own matches', [0, 0, 2, 1, 1]),
  samplePrivilege('在排行榜上单独筛选', 'Own filter on the leaderboard', [0, 0, 1, 1, 1]),
  samplePrivilege('禁言与踢出玩家', 'Mute and kick players', [0, 0, 0, 0, 1]),
]
