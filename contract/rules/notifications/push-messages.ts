import { type Currency, formatMoney } from '../payments/money.ts'
import type { Words } from './event-fields.ts'
import { formatTime } from './messages.ts'
import type { PushKind } from './push-kinds.ts'

type PushValues = Readonly<Record<string, string | number>>

interface PushDefinition<Values extends PushValues> {
  /** Messages of one thread about one subject replace each other: on the device, at the push service, and while they wait. */
  thread: 'rental' | 'order' | 'question' | 'report' | 'appeal' | 'vip' | 'test'
  /** `high` wakes a phone that saves power. */
  urgency: 'normal' | 'high'
  title: (values: Values) => Words
  body: (values: Values) => Words
  /** The page that a click opens, as a path of the portal; the subject is what the message is about. */
  page: (subject: string) => string
}

function definePush<Values extends PushValues>(definition: PushDefinition<Values>): PushDefinition<Values> {
  return definition
}

const rental = { thread: 'rental', page: () => '/pracc' } as const
const order = { thread: 'order', page: (id: string) => `/orders/${encodeURIComponent(id)}` } as const

/**
 * Every message that browsers get: the one definition from which its texts, its page and the types of its values follow. A lock screen
 * shows it, so it holds no password and no address of a private server. Times in ms since 1970 (UTC), amounts in minor units. The
 * subject of a rental is its number, of an order its id.
 */
const pushMessages = {
  'rental-ready': definePush<{ name: string; ends: number }>({
    ...rental,
    urgency: 'high',
    title: ({ name }) => ({ zh: `练习服务器已就绪：${name}`, en: `Practice server ready: ${name}` }),
    body: ({ ends }) => ({ zh: `可用至 ${formatTime(ends)}`, en: `Yours until ${formatTime(ends)} (GMT+8)` }),
  }),
  'rental-ending': definePush<{ name: string; ends: number }>({
    ...rental,
    urgency: 'normal',
    title: ({ name }) => ({ zh: `练习服务器即将到期：${name}`, en: `Practice server ends soon: ${name}` }),
    body: ({ ends }) => ({
      zh: `${formatTime(ends)} 到期，可在此之前续费`,
      en: `Ends at ${formatTime(ends)} (GMT+8). You can renew it until then.`,
    }),
  }),
  'rental-failed': definePush<{ name: string }>({
    ...rental,
    urgency: 'high',
    title: ({ name }) => ({ zh: `练习服务器创建失败：${name}`, en: `Practice server failed: ${name}` }),
    body: () => ({
      zh: '管理员已收到通知，会处理或退款',
      en: 'The operators know and will repair or refund it.',
    }),
  }),
  'order-unfulfilled': definePush<{ order: string }>({
    ...order,
    urgency: 'high',
    title: ({ order: number }) => ({
      zh: `订单已付款，尚未交付：${number}`,
      en: `Paid, not delivered yet: ${number}`,
    }),
    body: () => ({
      zh: '管理员已收到通知，会处理或退款',
      en: 'The operators know and will repair or refund it.',
    }),
  }),
  'order-refunded': definePush<{ order: string; amount: number; currency: Currency }>({
    ...order,
    urgency: 'normal',
    title: ({ order: number }) => ({ zh: `订单已退款：${number}`, en: `Refunded: ${number}` }),
    body: ({ amount, currency }) => {
      const money = `${formatMoney(amount, currency)} ${currency}`
      return { zh: `${money} 已原路退回`, en: `${money} is refunded to the original payment method.` }
    },
  }),
  'order-answered': definePush<{ order: string; answer: string }>({
    ...order,
    thread: 'question',
    urgency: 'normal',
    title: ({ order: number }) => ({ zh: `订单提问有新回复：${number}`, en: `Answer about order ${number}` }),
    body: ({ answer }) => ({ zh: answer, en: answer }),
  }),
  /** `outcome`: `sanction`, or anything else for none; `name` of the reported player. */
  'report-closed': definePush<{ name: string; outcome: string; note: string }>({
    thread: 'report',
    urgency: 'normal',
    page: () => '/reports',
    title: ({ name }) => ({ zh: `举报已处理：${name}`, en: `Your report was reviewed: ${name}` }),
    body: ({ outcome, note }) =>
      note === ''
        ? outcome === 'sanction'
          ? { zh: '该玩家已受到处罚', en: 'The player was sanctioned.' }
          : { zh: '未发现需要处罚的行为', en: 'No sanction followed.' }
        : { zh: note, en: note },
  }),
  /** `outcome`: of `appealNews`. */
  'appeal-answered': definePush<{ outcome: string; text: string }>({
    thread: 'appeal',
    urgency: 'normal',
    page: () => '/reports',
    title: ({ outcome }) => {
      if (outcome === 'lifted') return { zh: '申诉成功，处罚已解除', en: 'Your appeal succeeded: lifted' }
      return outcome === 'upheld'
        ? { zh: '申诉未通过', en: 'Your appeal was rejected' }
        : { zh: '申诉有新回复', en: 'Answer to your appeal' }
    },
    body: ({ outcome, text }) => {
      if (text !== '') return { zh: text, en: text }
      return outcome === 'lifted'
        ? { zh: '可以重新加入服务器', en: 'You can join the servers again.' }
        : { zh: '处罚继续有效', en: 'The sanction remains.' }
    },
  }),
  'vip-ending': definePush<{ days: number; ends: number }>({
    thread: 'vip',
    urgency: 'normal',
    page: () => '/vip',
    title: ({ days }) => ({
      zh: `VIP 将在 ${days} 天内到期`,
      en: days === 1 ? 'Your VIP ends within a day' : `Your VIP ends within ${days} days`,
    }),
    body: ({ ends }) => ({ zh: `${formatTime(ends)} 到期`, en: `Ends at ${formatTime(ends)} (GMT+8)` }),
  }),
  /** Asked for on the page. */
  test: definePush<Record<string, never>>({
    thread: 'test',
    urgency: 'high',
    page: () => '/settings/notifications',
    title: () => ({ zh: '测试通知', en: 'Test notification' }),
    body: () => ({ zh: '此浏览器可以收到通知', en: 'This browser receives notifications.' }),
  }),
} as const satisfies Record<PushKind | 'test', unknown>

type PushMessages = typeof pushMessages
type ValuesOf<Kind extends keyof PushMessages> =
  PushMessages[Kind] extends PushDefinition<infer Values> ? Values : never

/** A message of any kind for players, as the part of the portal where it happens states it. */
export type PlayerMessage = {
  [Kind in PushKind]: {
    kind: Kind
    /** Whom it is for. */
    steamIds: readonly string[]
    subject: string
    values: ValuesOf<Kind>
    /** After this it is not worth reading. */
    until: Date
  }
}[PushKind]

/** Which kinds of message there are: those that can be turned off, and the test. */
export type StoredPushKind = keyof PushMessages

export function isStoredPushKind(kind: string): kind is StoredPushKind {
  return Object.hasOwn(pushMessages, kind)
}

/** Returns the thread of a kind of message. */
export function threadOf(kind: StoredPushKind): string {
  return pushMessages[kind].thread
}

/** What a browser shows. */
export interface RenderedPush {
  title: string
  body: string
  page: string
  urgency: 'normal' | 'high'
}

/** Renders a message in one language; `values` are those that the kind's definition names. */
export function renderPush(
  { kind, subject, values }: { kind: StoredPushKind; subject: string; values: PushValues },
  language: 'zh' | 'en',
): RenderedPush {
  // The stored values of a kind are those of its definition.
  const definition = pushMessages[kind] as PushDefinition<PushValues>
  return {
    title: definition.title(values)[language],
    body: definition.body(values)[language],
    page: definition.page(subject),
    urgency: definition.urgency,
  }
}
