import { randomBytes } from 'node:crypto'
import type { AppContext } from '../../../platform/context.ts'
import type { ChannelRow } from './channels.store.ts'

const secretBytes = 32

/** A new secret as receivers take it: `whsec_` and base64 (Standard Webhooks). */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`
}

export function sealSecret({ keys }: Pick<AppContext, 'keys'>, channelId: string, secret: string): string {
  return keys.seal(secret, secretContext(channelId))
}

/** The secrets that sign a message at a time: the current one, and after a rotation the former one, too. */
export function openSecrets(
  { keys }: Pick<AppContext, 'keys'>,
  {
    id,
    secret,
    former_secret,
    former_secret_until,
  }: Pick<ChannelRow, 'id' | 'secret' | 'former_secret' | 'former_secret_until'>,
  now: Date,
): string[] {
  const former = former_secret_until !== null && former_secret_until > now ? former_secret : null
  return [secret, former].flatMap((sealed) => (sealed === null ? [] : [keys.open(sealed, secretContext(id))]))
}

function secretContext(channelId: string): string {
  return `channel:${channelId}:secret`
}
