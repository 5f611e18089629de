import { randomUUIDv7 } from 'node:crypto'
import type { Body, Reply } from '@clutch/contract/api/call.ts'
import type {
  Channel,
  ChannelTarget,
  operatorAddChannel,
  operatorChangeChannel,
  operatorRotateChannelSecret,
} from '@clutch/contract/api/notifications/operator-channels.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import {
  type ChannelKind,
  channelKindNames,
  channelKinds,
  channelLanguages,
} from '@clutch/contract/rules/notifications/channel-kinds.ts'
import { secretOverlapMs } from '@clutch/contract/rules/notifications/retries.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Queries, notify } from '../../../platform/database/index.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import { canSendMail } from '../../mail/index.ts'
import { notificationsChannel } from '../events/events.store.ts'
import { assertAllowedTarget, describeTarget, sealTarget } from './channel-target.ts'
import { setLiveMessage } from '../live/live-messages.store.ts'
import * as store from './channels.store.ts'
import { generateWebhookSecret, sealSecret } from './webhook-secret.ts'

/** A channel that fails for a shorter time is no trouble yet. */
const hiccupMs = 15 * 60_000

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config'>

/** Every channel by name, without addresses and keys. */
export async function listChannels({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<Channel[]> {
  return (await store.selectChannels(database)).map((row) => toChannel(row, clock.now()))
}

/** One of them; throws `channel.not_found`. */
export async function getChannel(
  { clock }: Pick<AppContext, 'clock'>,
  queries: Queries,
  id: string,
): Promise<Channel> {
  return toChannel((await store.selectChannel(queries, id)) ?? channelNotFound(), clock.now())
}

/** The channels that the portal disabled, or that have failed for longer than a hiccup, for the overview. */
export function listTroubledChannels(
  queries: Queries,
  now: Date,
): Promise<{ id: string; name: string; problem: string }[]> {
  return store.selectTroubledChannels(queries, new Date(now.getTime() - hiccupMs))
}

/** Adds a channel, and answers the secret of a signed webhook. Throws `channel.private_address`, `email.off`. */
export async function addChannel(
  context: Dependencies,
  { name, language, perMinute, target, liveSeconds }: Body<typeof operatorAddChannel>,
): Promise<Reply<typeof operatorAddChannel>> {
  assertPossibleTarget(context, target)
  assertPossibleLive(target.kind, liveSeconds)
  const id = randomUUIDv7()
  const secret = target.kind === 'webhook' ? generateWebhookSecret() : null
  return context.database.transaction().execute(async (tx) => {
    await store.insertChannel(tx, {
      id,
      kind: target.kind,
      name,
      language,
      per_minute: perMinute === undefined ? channelKinds[target.kind].perMinute : perMinute,
      target: sealTarget(context, id, target),
      target_name: describeTarget(target),
      secret: secret && sealSecret(context, id, secret),
      created_at: context.clock.now(),
    })
    await setLiveMessage(tx, id, liveSeconds, context.clock.now())
    return { channel: await getChannel(context, tx, id), secret }
  })
}

/**
 * Changes the given fields; a target of another kind is `request.invalid`. To enable a channel or to give it another target forgets its
 * failures. Throws `channel.not_found`, `channel.private_address`, `edit.conflict`.
 */
export async function changeChannel(
  context: Dependencies,
  id: string,
  { name, language, perMinute, target, enabled, liveSeconds, revision }: Body<typeof operatorChangeChannel>,
): Promise<Channel> {
  return context.database.transaction().execute(async (tx) => {
    const row = (await store.lockChannel(tx, id)) ?? channelNotFound()
    assertRevision(row, revision)
    if (target) {
      if (target.kind !== row.kind)
        throw new PortalError('request.invalid', 'target.kind: the kind of the channel')
      assertPossibleTarget(context, target)
    }
    await store.updateChannel(tx, id, {
      name: name ?? row.name,
      language: language ?? row.language,
      per_minute: perMinute === undefined ? row.per_minute : perMinute,
      enabled: enabled ?? row.enabled,
      ...(target && { target: sealTarget(context, id, target), target_name: describeTarget(target) }),
    })
    if (liveSeconds !== undefined) {
      assertPossibleLive(row.kind, liveSeconds)
      await setLiveMessage(tx, id, liveSeconds, context.clock.now())
    }
    if (target || enabled === true) {
      await store.resetChannelState(tx, id, context.clock.now())
      await notify(tx, notificationsChannel)
    }
    return getChannel(context, tx, id)
  })
}

/** Removes a channel, its rules and its messages; throws `channel.not_found`, `edit.conflict`. */
export async function removeChannel(
  { database }: Pick<AppContext, 'database'>,
  id: string,
  revision: number | undefined,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    assertRevision((await store.lockChannel(tx, id)) ?? channelNotFound(), revision)
    await store.deleteChannel(tx, id)
  })
}

/** A new secret of a signed webhook; the former one signs for another 24 hours. Throws `channel.not_found`, `channel.no_secret`. */
export async function rotateSecret(
  context: Dependencies,
  id: string,
): Promise<Reply<typeof operatorRotateChannelSecret>> {
  return context.database.transaction().execute(async (tx) => {
    const row = (await store.lockChannel(tx, id)) ?? channelNotFound()
    if (row.secret === null) throw new PortalError('channel.no_secret', 'Only a signed webhook has a secret')
    const secret = generateWebhookSecret()
    const until = new Date(context.clock.now().getTime() + secretOverlapMs)
    await store.updateChannel(tx, id, {
      secret: sealSecret(context, id, secret),
      former_secret: row.secret,
      former_secret_until: until,
    })
    return { secret, formerSecretUntil: until.getTime() }
  })
}

function assertPossibleTarget(context: Pick<AppContext, 'config'>, target: ChannelTarget): void {
  if (target.kind === 'mail' && !canSendMail(context))
    throw new PortalError('email.off', 'This portal cannot send mail')
  assertAllowedTarget(context, target)
}

/** The message of the server list needs a service whose messages can be edited. */
function assertPossibleLive(kind: string, liveSeconds: number | null): void {
  if (liveSeconds !== null && kind !== 'discord')
    throw new PortalError('request.invalid', 'liveSeconds: only of a Discord webhook')
}

export function channelNotFound(): never {
  throw new PortalError('channel.not_found', 'There is no such channel')
}

/** The kind of a stored channel. */
export function toChannelKind(kind: string): ChannelKind {
  const known = channelKindNames.find((one) => one === kind)
  if (!known) throw new Error('a channel has a kind that this version does not know')
  return known
}

function toChannel(row: store.ChannelWithState, now: Date): Channel {
  const until = row.former_secret_until
  return {
    id: row.id,
    kind: toChannelKind(row.kind),
    name: row.name,
    language: channelLanguages.find((one) => one === row.language) ?? 'zh',
    target: row.target_name,
    enabled: row.enabled,
    perMinute: row.per_minute,
    state: toState(row),
    failingSince: row.failing_since?.getTime() ?? null,
    problem: row.problem,
    lastSent: row.last_sent_at?.getTime() ?? null,
    waiting: row.waiting ?? 0,
    formerSecretUntil: until !== null && until > now ? until.getTime() : null,
    liveSeconds: row.live_seconds,
    revision: row.revision,
  }
}

function toState({ enabled, disabled_at, failing_since }: store.ChannelWithState): Channel['state'] {
  if (!enabled) return 'off'
  if (disabled_at !== null) return 'disabled'
  return failing_since === null ? 'good' : 'failing'
}
