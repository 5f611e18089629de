import type { Language } from '../../api/shared/fields.ts'

/** A text in both languages. */
export type Words = Readonly<Record<Language, string>>

/** How the value of a field is shown: `time` is ms since 1970 (UTC), `words` has both languages. */
type FieldType = 'text' | 'number' | 'time' | 'words'

interface FieldDefinition {
  type: FieldType
  name: Words
}

const text = (zh: string, en: string) => ({ type: 'text', name: { zh, en } }) as const
const number = (zh: string, en: string) => ({ type: 'number', name: { zh, en } }) as const
const time = (zh: string, en: string) => ({ type: 'time', name: { zh, en } }) as const
const words = (zh: string, en: string) => ({ type: 'words', name: { zh, en } }) as const

/** Every field of an event, with its type and its name in messages: a name means the same in every kind. */
export const eventFields = {
  about: text('对象', 'About'),
  address: text('地址', 'Address'),
  alert: text('提醒', 'Alert'),
  backup: words('备份', 'Backup'),
  board: words('榜单', 'Board'),
  channel: text('渠道', 'Channel'),
  count: number('数量', 'Count'),
  days: number('剩余天数', 'Days left'),
  ends: time('到期时间', 'Ends'),
  former: text('原纪录保持者', 'Held before by'),
  map: text('地图', 'Map'),
  minutes: number('离线分钟数', 'Minutes offline'),
  name: text('名称', 'Name'),
  operator: text('操作者', 'Operator'),
  order: text('订单', 'Order'),
  player: text('玩家', 'Player'),
  problem: text('原因', 'Problem'),
  queue: text('任务队列', 'Job queue'),
  reason: text('理由', 'Reason'),
  region: text('地区', 'Region'),
  rental: text('租用服务器', 'Practice server'),
  reported: text('被举报玩家', 'Reported player'),
  result: text('比分', 'Score'),
  score: number('成绩', 'Points'),
  server: text('服务器', 'Server'),
  servers: number('服务器数', 'Servers'),
  since: time('开始时间', 'Since'),
  text: text('内容', 'Text'),
  version: text('版本', 'Version'),
} as const satisfies Record<string, FieldDefinition>

export type EventFieldName = keyof typeof eventFields

interface ValueTypes {
  text: string
  number: number
  time: number
  words: Words
}

/** The values of some fields, each of the type that `eventFields` gives it. */
export type FieldValues<Name extends EventFieldName> = {
  readonly [Field in Name]: ValueTypes[(typeof eventFields)[Field]['type']]
}
