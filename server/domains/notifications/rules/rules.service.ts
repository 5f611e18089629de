import { randomUUIDv7 } from 'node:crypto'
import type { Body } from '@clutch/contract/api/call.ts'
import type {
  Rule,
  operatorAddRule,
  operatorChangeRule,
} from '@clutch/contract/api/notifications/operator-rules.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { hasRight } from '@clutch/contract/rules/accounts/operator-rights.ts'
import {
  type EventKind,
  eventKinds,
  isEventKind,
  severities,
} from '@clutch/contract/rules/notifications/event-kinds.ts'
import { digestIntervals } from '@clutch/contract/rules/notifications/rules.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import type { OperatorCaller } from '../../../platform/http/session/operator-caller.ts'
import { lockChannel } from '../channels/channels.store.ts'
import { channelNotFound } from '../channels/channels.service.ts'
import * as store from './rules.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

/** Every rule by name. */
export async function listRules({ database }: Pick<AppContext, 'database'>): Promise<Rule[]> {
  return (await store.selectRules(database)).map(toRule)
}

/** One of them; throws `rule.not_found`. */
export async function getRule(queries: Queries, id: string): Promise<Rule> {
  return toRule((await store.selectRule(queries, id)) ?? ruleNotFound())
}

/** Adds a rule for what happens from now on. Throws `channel.not_found`, `operator.not_permitted`. */
export async function addRule(
  { database, clock }: Dependencies,
  body: Body<typeof operatorAddRule>,
  by: OperatorCaller,
): Promise<Rule> {
  assertReadable(by, body.kinds)
  return database.transaction().execute(async (tx) => {
    if (!(await lockChannel(tx, body.channelId))) channelNotFound()
    return toRule(
      await store.insertRule(tx, { id: randomUUIDv7(), ...toColumns(body), applies_from: clock.now() }),
    )
  })
}

/**
 * Changes the given fields. Kinds that it takes from now on, too, are of what happens from now on. Throws `rule.not_found`,
 * `channel.not_found`, `edit.conflict`, and `operator.not_permitted` for kinds that the caller may not read.
 */
export async function changeRule(
  { database, clock }: Dependencies,
  id: string,
  { revision, ...change }: Body<typeof operatorChangeRule>,
  by: OperatorCaller,
): Promise<Rule> {
  return database.transaction().execute(async (tx) => {
    const row = (await store.lockRule(tx, id)) ?? ruleNotFound()
    assertRevision(row, revision)
    const before = toRule(row)
    const rule = { ...before, ...withoutUndefined(change) }
    // Another channel gets all of them, also those that another operator chose.
    assertReadable(by, change.channelId === undefined ? (change.kinds ?? []) : rule.kinds)
    if (!(await lockChannel(tx, rule.channelId))) channelNotFound()
    const isWider =
      rule.enabled && (!before.enabled || change.kinds !== undefined || change.channelId !== undefined)
    return toRule(
      await store.updateRule(tx, id, { ...toColumns(rule), ...(isWider && { applies_from: clock.now() }) }),
    )
  })
}

/** Removes a rule; throws `rule.not_found`, `edit.conflict`. */
export async function removeRule(
  { database }: Pick<AppContext, 'database'>,
  id: string,
  revision: number | undefined,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    assertRevision((await store.lockRule(tx, id)) ?? ruleNotFound(), revision)
    await store.deleteRule(tx, id)
  })
}

/** A rule sends what it takes to a place outside the portal: it takes only what its author may read. */
function assertReadable({ permissions }: OperatorCaller, kinds: readonly EventKind[]): void {
  const closed = kinds.find((kind) => !hasRight(permissions.rights, eventKinds[kind].area, 'read'))
  if (closed === undefined) return
  throw new PortalError('operator.not_permitted', `Your role does not permit to read what ${closed} is about`)
}

function withoutUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
}

function ruleNotFound(): never {
  throw new PortalError('rule.not_found', 'There is no such rule')
}

function toColumns(rule: Omit<Rule, 'id' | 'revision'>) {
  return {
    name: rule.name,
    channel_id: rule.channelId,
    kinds: [...new Set(rule.kinds)],
    min_severity: rule.minSeverity,
    server_ids: rule.serverIds && [...new Set(rule.serverIds)],
    quiet_from: rule.quiet?.from ?? null,
    quiet_to: rule.quiet?.to ?? null,
    digest_minutes: rule.digestMinutes,
    enabled: rule.enabled,
  }
}

/** A rule as it is stored; kinds that a later version removed are left out. */
export function toRule(row: store.RuleRow): Rule {
  return {
    id: row.id,
    name: row.name,
    channelId: row.channel_id,
    kinds: row.kinds.filter(isEventKind),
    minSeverity: severities.find((one) => one === row.min_severity) ?? 'info',
    serverIds: row.server_ids,
    quiet:
      row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to },
    digestMinutes: digestIntervals.find((one) => one === row.digest_minutes) ?? 0,
    enabled: row.enabled,
    revision: row.revision,
  }
}
