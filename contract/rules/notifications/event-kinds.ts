import type { OperatorArea } from '../accounts/operator-rights.ts'
import type { EventFieldName, FieldValues, Words } from './event-fields.ts'

/** How urgent an event is, from the least: a `critical` one waits neither for quiet hours nor for a digest. */
export const severities = ['info', 'warning', 'critical'] as const
export type Severity = (typeof severities)[number]

/** The groups in which the console lists the kinds. */
export type EventGroup = 'servers' | 'rentals' | 'money' | 'players' | 'portal'

interface EventDefinition<Fields extends EventFieldName> {
  group: EventGroup
  /** What an operator must be allowed to read for a rule about this kind. */
  area: OperatorArea
  severity: Severity
  name: Words
  /** What the message shows, in this order. */
  fields: readonly Fields[]
  title: (values: FieldValues<Fields>) => Words
  /** The page that an operator opens next, as a path of the portal; the subject of an event identifies its item. */
  page: (subject: string) => string
}

function defineEvent<const Fields extends EventFieldName>(definition: EventDefinition<Fields>) {
  return definition
}

const servers = { group: 'servers', area: 'servers' } as const
const rentals = {
  group: 'rentals',
  area: 'rentals',
  page: (number: string) => `/admin/rentals/${encodeURIComponent(number)}`,
} as const
const orders = { group: 'money', area: 'orders', page: () => '/admin/orders' } as const
const cases = { group: 'players', area: 'reports', page: () => '/admin/cases' } as const
const sanctions = { group: 'players', area: 'players', page: () => '/admin/sanctions' } as const
const portal = { group: 'portal', area: 'settings' } as const

/**
 * Every kind of event that reaches channels: the one definition from which schemas, filters, texts and the documentation follow.
 * The subject of an event names the item it is about; events of one subject reach a channel in order.
 */
export const eventKinds = {
  /** A registered server has not answered for longer than the grace; subject: its id. */
  'server.down': defineEvent({
    ...servers,
    severity: 'warning',
    name: { zh: '服务器离线', en: 'Server down' },
    fields: ['server', 'address', 'since'],
    title: ({ server }) => ({ zh: `服务器离线：${server}`, en: `Server down: ${server}` }),
    page: (id) => `/admin/servers?server=${id}`,
  }),
  /** The same server answers again; subject: its id. */
  'server.back': defineEvent({
    ...servers,
    severity: 'info',
    name: { zh: '服务器恢复', en: 'Server back' },
    fields: ['server', 'address', 'minutes'],
    title: ({ server }) => ({ zh: `服务器已恢复：${server}`, en: `Server is back: ${server}` }),
    page: (id) => `/admin/servers?server=${id}`,
  }),
  /** Registered servers run an older version than Steam requires; subject: the version. */
  'game.outdated': defineEvent({
    ...servers,
    severity: 'warning',
    name: { zh: '游戏版本过旧', en: 'Game out of date' },
    fields: ['servers', 'version'],
    title: ({ servers: count, version }) => ({
      zh: `${count} 台服务器的版本低于 ${version}`,
      en: `Servers older than ${version}: ${count}`,
    }),
    page: () => '/admin/servers',
  }),
  /** A match on a game server is over; subject: the id of the server or the number of the rental. */
  'match.ended': defineEvent({
    ...servers,
    severity: 'info',
    name: { zh: '比赛结束', en: 'Match ended' },
    fields: ['server', 'map', 'result'],
    title: ({ server, result }) => ({
      zh: `比赛结束：${server} ${result}`,
      en: `Match ended: ${server} ${result}`,
    }),
    page: () => '/servers',
  }),
  /** Every place of a region is taken: nothing more can be sold there; subject: the region's code. */
  'host.full': defineEvent({
    ...rentals,
    severity: 'warning',
    name: { zh: '主机已满', en: 'Host full' },
    fields: ['region', 'count'],
    title: ({ region }) => ({ zh: `主机已满：${region}`, en: `Host full: ${region}` }),
    page: () => '/admin/rentals',
  }),
  'rental.ready': defineEvent({
    ...rentals,
    severity: 'info',
    name: { zh: '租用服务器就绪', en: 'Rental ready' },
    fields: ['rental', 'name', 'region', 'ends'],
    title: ({ name }) => ({ zh: `租用服务器已就绪：${name}`, en: `Practice server ready: ${name}` }),
  }),
  'rental.ending': defineEvent({
    ...rentals,
    severity: 'info',
    name: { zh: '租用服务器即将到期', en: 'Rental ending' },
    fields: ['rental', 'name', 'days', 'ends'],
    title: ({ name }) => ({ zh: `租用服务器即将到期：${name}`, en: `Practice server ends soon: ${name}` }),
  }),
  'rental.failed': defineEvent({
    ...rentals,
    severity: 'critical',
    name: { zh: '租用服务器创建失败', en: 'Rental failed' },
    fields: ['rental', 'name', 'region', 'problem'],
    title: ({ name }) => ({ zh: `租用服务器创建失败：${name}`, en: `Practice server failed: ${name}` }),
  }),
  /** An order is paid and its purchase could not be delivered; subject: the order. */
  'order.unfulfilled': defineEvent({
    ...orders,
    severity: 'critical',
    name: { zh: '已付款未交付', en: 'Paid but not fulfilled' },
    fields: ['order', 'problem'],
    title: ({ order }) => ({
      zh: `订单已付款但未交付：${order}`,
      en: `Order paid but not fulfilled: ${order}`,
    }),
  }),
  /** A refund was refused, failed, or takes more than a day; subject: the refund. */
  'refund.stuck': defineEvent({
    ...orders,
    severity: 'critical',
    name: { zh: '退款受阻', en: 'Refund stuck' },
    fields: ['about', 'problem'],
    title: ({ about }) => ({ zh: `退款受阻：${about}`, en: `Refund stuck: ${about}` }),
  }),
  /** Another payment alert; subject: its kind and its own subject. */
  'payment.alert': defineEvent({
    ...orders,
    severity: 'warning',
    name: { zh: '支付提醒', en: 'Payment alert' },
    fields: ['alert', 'about'],
    title: ({ alert, about }) => ({
      zh: `支付提醒：${alert} ${about}`,
      en: `Payment alert: ${alert} ${about}`,
    }),
  }),
  /** A buyer asked about an order; subject: the order. */
  'order.question': defineEvent({
    ...orders,
    severity: 'info',
    name: { zh: '订单提问', en: 'Question about an order' },
    fields: ['order', 'text'],
    title: ({ order }) => ({ zh: `订单 ${order} 有新提问`, en: `Question about order ${order}` }),
  }),
  /** VIP began for a player who had none; subject: their SteamID64. */
  'vip.new': defineEvent({
    group: 'money',
    area: 'users',
    severity: 'info',
    name: { zh: '新 VIP', en: 'New VIP' },
    fields: ['player', 'ends'],
    title: ({ player }) => ({ zh: `新 VIP：${player}`, en: `New VIP: ${player}` }),
    page: () => '/admin/users',
  }),
  /** The first report in a case about a player; subject: their SteamID64. */
  'report.opened': defineEvent({
    ...cases,
    severity: 'warning',
    name: { zh: '玩家举报', en: 'Player report' },
    fields: ['reported', 'reason', 'player', 'server'],
    title: ({ reported }) => ({ zh: `玩家被举报：${reported}`, en: `Player reported: ${reported}` }),
  }),
  /** A banned player appealed; subject: their SteamID64. */
  'appeal.opened': defineEvent({
    ...cases,
    severity: 'info',
    name: { zh: '封禁申诉', en: 'Ban appeal' },
    fields: ['player', 'text'],
    title: ({ player }) => ({ zh: `封禁申诉：${player}`, en: `Ban appeal: ${player}` }),
  }),
  /** A player was banned; subject: their SteamID64. */
  'ban.added': defineEvent({
    ...sanctions,
    severity: 'info',
    name: { zh: '新封禁', en: 'New ban' },
    fields: ['player', 'reason', 'operator'],
    title: ({ player }) => ({ zh: `玩家被封禁：${player}`, en: `Player banned: ${player}` }),
  }),
  /** Another player leads a board; subject: the board. */
  'record.broken': defineEvent({
    group: 'players',
    area: 'leaderboard',
    severity: 'info',
    name: { zh: '纪录被打破', en: 'Record broken' },
    fields: ['board', 'player', 'score', 'former'],
    title: ({ board, player }) => ({
      zh: `${player} 登上${board.zh}榜首`,
      en: `${player} leads the ${board.en} board`,
    }),
    page: () => '/leaderboard',
  }),
  /** Jobs of a queue failed permanently; subject: the queue. */
  'job.failed': defineEvent({
    ...portal,
    severity: 'critical',
    name: { zh: '任务失败', en: 'Job failed' },
    fields: ['queue', 'count', 'problem'],
    title: ({ queue }) => ({ zh: `任务失败：${queue}`, en: `Job failed: ${queue}` }),
    page: () => '/admin/jobs',
  }),
  /** A backup or its test is overdue; subject: which. */
  'backup.missing': defineEvent({
    ...portal,
    severity: 'critical',
    name: { zh: '缺少备份', en: 'Backup missing' },
    fields: ['backup', 'problem'],
    title: ({ backup }) => ({ zh: `${backup.zh}逾期未完成`, en: `${backup.en} is overdue` }),
    page: () => '/admin',
  }),
  /** A channel that failed for days was disabled; subject: its id. */
  'channel.disabled': defineEvent({
    ...portal,
    severity: 'critical',
    name: { zh: '通知渠道停用', en: 'Channel disabled' },
    fields: ['channel', 'problem'],
    title: ({ channel }) => ({ zh: `通知渠道已停用：${channel}`, en: `Channel disabled: ${channel}` }),
    page: () => '/admin/notifications',
  }),
} as const

export type EventKind = keyof typeof eventKinds

export const eventKindNames = Object.keys(eventKinds) as [EventKind, ...EventKind[]]

export function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(eventKinds, kind)
}

type FieldsOf<Kind extends EventKind> = (typeof eventKinds)[Kind]['fields'][number]

/** An event of any kind, as the part of the portal where it happens states it. */
export type NotificationEvent = {
  [Kind in EventKind]: {
    kind: Kind
    /** The item it is about: events of one subject reach a channel in order. */
    subject: string
    /** The registered server it is about, for rules that are limited to some servers. */
    serverId?: string | undefined
    /** The SteamID64 of the player whom it concerns: the owner of a rental, a new VIP. */
    steamId?: string | undefined
    fields: FieldValues<FieldsOf<Kind>>
  }
}[EventKind]
