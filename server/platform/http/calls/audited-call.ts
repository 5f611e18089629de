import type { FastifyReply } from 'fastify'
import type { Call, Reply } from '@clutch/contract/api/call.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { CallRequest, Authorize } from './call-request.types.ts'
import type { OnOperatorAction } from '../session/session-check.ts'

/**
 * How the audit log records an operator's change. `look` reads the item before and after (null if there is
 * none); without it, `made` takes the created item from the reply. Neither contains a secret.
 */
export interface AuditSpec<C extends Call, Seen = unknown> {
  look?: (asked: CallRequest<C>) => Seen | null | Promise<Seen | null>
  made?: (value: Reply<C>) => Seen
  /** The name of the item before the change, else as created; empty if it has no name. */
  named?: (thing: Seen) => string
  /** What was changed, where neither the name nor the path says it. */
  subject?: (asked: CallRequest<C>, value: Reply<C> | undefined) => string | Promise<string>
}

/** Whether a call is one of those that the audit log keeps: an operator changes something. */
export function needsAudit({ who, method }: Call): boolean {
  return who === 'operator' && method !== 'GET'
}

/**
 * C12: Returns the reply of an operator's call after recording it; a refused or failed call is recorded too.
 */
export async function runAudited<C extends Call, Seen>(
  call: C,
  asked: CallRequest<C>,
  decide: Authorize<C>,
  trail: AuditSpec<C, Seen>,
): Promise<Reply<C> | FastifyReply> {
  const before = await seen(trail.look, asked)
  const decided = await attempt(async () => decide(asked))
  if ('error' in decided) {
    const refused = decided.error instanceof PortalError ? decided.error.code : 'portal.internal'
    const subject = nameOf(trail, before, undefined) ?? (await subjectOf(trail, asked, undefined))
    await tell(call, asked, { refused, subject })
    throw decided.error
  }
  const { value } = decided
  const answered = value === asked.reply ? undefined : (value as Reply<C>)
  const after = await afterwards(trail, asked, answered)
  const subject = nameOf(trail, before, after) ?? (await subjectOf(trail, asked, answered))
  await tell(call, asked, { refused: null, subject, before, after })
  return value
}

/** A change is recorded even if the item can no longer be read. */
async function afterwards<C extends Call, Seen>(
  { look, made }: AuditSpec<C, Seen>,
  asked: CallRequest<C>,
  answered: Reply<C> | undefined,
): Promise<Seen | null | undefined> {
  const looked = await attempt(async () => {
    if (look) return seen(look, asked)
    return made && answered !== undefined ? made(answered) : undefined
  })
  return 'error' in looked ? undefined : looked.value
}

/** Returns the item's name before the change, else after it. */
function nameOf<C extends Call, Seen>(
  { named }: AuditSpec<C, Seen>,
  before: Seen | null | undefined,
  after: Seen | null | undefined,
): string | undefined {
  const thing = before ?? after ?? null
  return thing === null ? undefined : named?.(thing) || undefined
}

async function subjectOf<C extends Call, Seen>(
  { subject }: AuditSpec<C, Seen>,
  asked: CallRequest<C>,
  answered: Reply<C> | undefined,
): Promise<string | undefined> {
  const named = await attempt(async () => subject?.(asked, answered))
  return 'error' in named ? undefined : named.value
}

async function attempt<Value>(what: () => Promise<Value>): Promise<{ value: Value } | { error: unknown }> {
  try {
    return { value: await what() }
  } catch (error) {
    return { error }
  }
}

/** Returns the item's current state; null if there is none. */
async function seen<C extends Call, Seen>(
  look: AuditSpec<C, Seen>['look'],
  asked: CallRequest<C>,
): Promise<Seen | null | undefined> {
  if (!look) return undefined
  try {
    return await look(asked)
  } catch (error) {
    if (error instanceof PortalError) return null
    throw error
  }
}

function tell<C extends Call>(
  { method, path }: C,
  { params, body, signedIn, request, reply }: CallRequest<C>,
  told: Pick<Parameters<OnOperatorAction>[0], 'refused' | 'subject' | 'before' | 'after'>,
): Promise<void> {
  const fields = typeof body === 'object' && body !== null ? Object.keys(body) : []
  return reply.server.onOperatorAction({
    by: signedIn,
    call: `${method} ${path}`,
    params: (params ?? {}) as Record<string, string>,
    fields,
    request,
    ...told,
  })
}
