import type { EventKind, NotificationEvent } from '@clutch/contract/rules/notifications/event-kinds.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Queries, lockTransaction } from '../../../platform/database/index.ts'
import { notify } from '../events/notify.ts'
import * as store from './conditions.store.ts'

/** A state that holds now. */
export interface Condition {
  subject: string
  /** Since when, if that is known; else since it was first seen. */
  since?: Date
  /** What is compared the next time, and how it is called. */
  value?: string
  label?: string
  /** The event that reports it; `former` is the label of before, where the value changed. */
  event: (former: string | null) => NotificationEvent
}

/** Where states come from that no single transaction makes. */
export interface ConditionSource {
  kind: EventKind
  /** How long it must hold before it is reported, ms. */
  graceMs: number
  /** What is reported again: a value that `rises`, or that `changes`; of the latter the first sight is not reported. */
  again?: 'rises' | 'changes'
  /** Reads in the caller's transaction: a second connection could be wanted by all of those that hold the first. */
  read: (queries: Queries) => Promise<readonly Condition[]>
  /** The event that says that a reported one is over; null for none. */
  over?: (queries: Queries, subject: string, since: Date) => Promise<NotificationEvent | null>
}

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'log'>

/** Compares each source with what was seen before, and reports what is new or over, once with any number of processes. */
export async function watchConditions(
  context: Dependencies,
  sources: readonly ConditionSource[],
): Promise<void> {
  for (const source of sources) {
    try {
      await context.database.transaction().execute((tx) => compare(context, tx, source))
    } catch (error) {
      context.log.warn(
        { err: error, kind: source.kind },
        'a state is not watched for notifications now; retrying',
      )
    }
  }
}

async function compare(context: Dependencies, tx: Queries, source: ConditionSource): Promise<void> {
  await lockTransaction(tx, 'conditions')
  // Read before the lock, it could be older than what another process compared last, and be reported again.
  const current = await source.read(tx)
  const known = new Map((await store.selectConditions(tx, source.kind)).map((row) => [row.subject, row]))
  for (const condition of current)
    await compareOne(context, tx, source, condition, known.get(condition.subject))
  const present = new Set(current.map(({ subject }) => subject))
  for (const { subject, since, reported } of known.values()) {
    if (present.has(subject)) continue
    const event = reported ? await source.over?.(tx, subject, since) : null
    if (event) await notify(context, tx, event)
    await store.deleteCondition(tx, source.kind, subject)
  }
}

async function compareOne(
  context: Dependencies,
  tx: Queries,
  { kind, graceMs, again }: ConditionSource,
  { subject, since, value = '', label = '', event }: Condition,
  known: store.ConditionRow | undefined,
): Promise<void> {
  const now = context.clock.now()
  const began = known?.since ?? since ?? now
  const isFirst = known?.reported !== true && now.getTime() - began.getTime() >= graceMs
  const isAgain = known?.reported === true && isReportedAgain(again, known.value, value)
  // What changes is known from its first sight on; a rule that waits for a change hears of none.
  if ((isFirst && again !== 'changes') || isAgain) await notify(context, tx, event(known?.label ?? null))
  const reported = known?.reported === true || isFirst
  if (known && known.reported === reported && known.value === value && known.label === label) return
  await store.saveCondition(tx, { kind, subject, since: began, reported, value, label })
}

function isReportedAgain(again: ConditionSource['again'], before: string, now: string): boolean {
  if (again === 'rises') return Number(now) > Number(before)
  return again === 'changes' && now !== before
}
