import type { FastifyReply } from 'fastify'
import type { Call, Reply } from '@clutch/contract/api/call.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { CallRequest, Authorize } from './call-request.types.ts'
import type { Queries } from '../../database/index.ts'
import type { OnOperatorAction } from '../session/session-check.ts'

/**
 * How the audit log records an operator's change. `load` reads the item before and after (null if there is
 * none); without it, `created` takes the new item from the reply. Neither returns a secret. For an entry that is written in the
 * transaction of the change, they read in it (`tx`).
 */
export interface AuditSpec<C extends Call, Item = unknown> {
  load?: (input: CallRequest<C>, tx?: Queries) => Item | null | Promise<Item | null>
  created?: (value: Reply<C>) => Item
  /** The name of the item before the change, else as created; empty if it has no name. */
  nameOf?: (item: Item) => string
  /** What was changed, where neither the name nor the path says it. */
  subject?: (input: CallRequest<C>, value: Reply<C> | undefined, tx?: Queries) => string | Promise<string>
}

/** Whether the audit log records a call: an operator changes something. */
export function needsAudit({ who, method }: Call): boolean {
  return who === 'operator' && method !== 'GET'
}

/**
 * C12: Returns the reply of an operator's call after recording it, where its handler did not record it in the transaction of the
 * change; a refused or failed call is recorded too.
 */
export async function runAudited<C extends Call, Item>(
  call: C,
  input: CallRequest<C>,
  handler: Authorize<C>,
  audit: AuditSpec<C, Item>,
): Promise<Reply<C> | FastifyReply> {
  const before = await loadItem(audit.load, input)
  let isWritten = false
  const writeAudit: CallRequest<C>['writeAudit'] = async (tx, value) => {
    await recordChange({ call, input, audit, before }, value, tx)
    isWritten = true
  }
  const result = await attempt(async () => handler({ ...input, writeAudit }))
  if ('error' in result) {
    const refused = result.error instanceof PortalError ? result.error.code : 'portal.internal'
    const subject = getName(audit, before, undefined) ?? (await subjectOf(audit, input, undefined))
    await record(call, input, { refused, subject })
    throw result.error
  }
  const { value } = result
  const replied = value === input.reply ? undefined : (value as Reply<C>)
  if (!isWritten) await recordChange({ call, input, audit, before }, replied)
  return value
}

async function recordChange<C extends Call, Item>(
  {
    call,
    input,
    audit,
    before,
  }: {
    call: C
    input: CallRequest<C>
    audit: AuditSpec<C, Item>
    before: Item | null | undefined
  },
  replied: Reply<C> | undefined,
  tx?: Queries,
): Promise<void> {
  const after = await loadAfter(audit, input, replied, tx)
  const subject = getName(audit, before, after) ?? (await subjectOf(audit, input, replied, tx))
  await record(call, input, { refused: null, subject, before, after, tx })
}

/** A change is recorded even if the item can no longer be read. */
async function loadAfter<C extends Call, Item>(
  { load, created }: AuditSpec<C, Item>,
  input: CallRequest<C>,
  replied: Reply<C> | undefined,
  tx?: Queries,
): Promise<Item | null | undefined> {
  const result = await attempt(async () => {
    if (load) return loadItem(load, input, tx)
    return created && replied !== undefined ? created(replied) : undefined
  })
  return 'error' in result ? undefined : result.value
}

/** Returns the item's name before the change, else after it. */
function getName<C extends Call, Item>(
  { nameOf }: AuditSpec<C, Item>,
  before: Item | null | undefined,
  after: Item | null | undefined,
): string | undefined {
  const item = before ?? after ?? null
  return item === null ? undefined : nameOf?.(item) || undefined
}

async function subjectOf<C extends Call, Item>(
  { subject }: AuditSpec<C, Item>,
  input: CallRequest<C>,
  replied: Reply<C> | undefined,
  tx?: Queries,
): Promise<string | undefined> {
  const result = await attempt(async () => subject?.(input, replied, tx))
  return 'error' in result ? undefined : result.value
}

async function attempt<Value>(what: () => Promise<Value>): Promise<{ value: Value } | { error: unknown }> {
  try {
    return { value: await what() }
  } catch (error) {
    return { error }
  }
}

/** Returns the item's current state; null if there is none. */
async function loadItem<C extends Call, Item>(
  load: AuditSpec<C, Item>['load'],
  input: CallRequest<C>,
  tx?: Queries,
): Promise<Item | null | undefined> {
  if (!load) return undefined
  try {
    return await load(input, tx)
  } catch (error) {
    if (error instanceof PortalError) return null
    throw error
  }
}

function record<C extends Call>(
  { id }: C,
  { params, body, caller, request, reply }: CallRequest<C>,
  outcome: Pick<Parameters<OnOperatorAction>[0], 'refused' | 'subject' | 'before' | 'after' | 'tx'>,
): Promise<void> {
  // Only an operator's call is recorded, which has a caller.
  if (caller === null) return Promise.resolve()
  const fields = typeof body === 'object' && body !== null ? Object.keys(body) : []
  return reply.server.onOperatorAction({
    by: caller,
    call: id,
    params: (params ?? {}) as Record<string, string>,
    fields,
    request,
    ...outcome,
  })
}
