import {
  type ChannelTarget,
  channelTargetSchema,
} from '@clutch/contract/api/notifications/operator-channels.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { SealBroken } from '../../../platform/keys/keys.ts'
import { assertAllowedAddress, createAddressPolicy } from '../../../platform/network/outgoing-requests.ts'
import type { ChannelRow } from './channels.store.ts'
import { openSecrets } from './webhook-secret.ts'

/** Seals a target with its keys for one channel. */
export function sealTarget(
  { keys }: Pick<AppContext, 'keys'>,
  channelId: string,
  target: ChannelTarget,
): string {
  return keys.seal(JSON.stringify(target), `channel:${channelId}:target`)
}

/** The target of a channel and the secrets that sign; null where no key of the portal opens them. */
export function openChannel(
  { keys, clock }: Pick<AppContext, 'keys' | 'clock'>,
  channel: ChannelRow,
): { target: ChannelTarget; secrets: string[] } | null {
  try {
    const target: unknown = JSON.parse(keys.open(channel.target, `channel:${channel.id}:target`))
    return {
      target: channelTargetSchema.parse(target),
      secrets: openSecrets({ keys }, channel, clock.now()),
    }
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

/** What is shown of a target: the host, never the path, which holds the key; of QQ the group, too. */
export function describeTarget(target: ChannelTarget): string {
  if (target.kind === 'mail') return target.to.join(', ')
  const { host } = new URL(target.url)
  return target.kind === 'onebot' ? `${target.groupId} @ ${host}` : host
}

/**
 * Throws `channel.private_address` for a target at a private address, or without TLS, unless the settings allow private addresses.
 * A name is checked when it is resolved.
 */
export function assertAllowedTarget({ config }: Pick<AppContext, 'config'>, target: ChannelTarget): void {
  if (target.kind === 'mail') return
  const { protocol, hostname } = new URL(target.url)
  try {
    assertAllowedAddress(hostname, createAddressPolicy(config))
  } catch {
    throw new PortalError('channel.private_address', 'The portal does not call private addresses')
  }
  if (protocol !== 'https:' && !config.allowPrivate)
    throw new PortalError('request.invalid', 'target.url: https')
}
