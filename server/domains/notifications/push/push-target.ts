import * as z from 'zod/mini'
import type { AppContext } from '../../../platform/context.ts'
import { SealBroken } from '../../../platform/keys/keys.ts'
import {
  type AddressPolicy,
  allowAnyAddress,
  publicAddressesOnly,
} from '../../../platform/network/outgoing-requests.ts'
import type { BrowserKeys } from './push-encryption.ts'

const targetSchema = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() })

/** Where messages of a browser go and how they are encrypted: a program that has this can send to it. */
type PushTarget = z.infer<typeof targetSchema>

/** Seals the target of one subscription. */
export function sealTarget({ keys }: Pick<AppContext, 'keys'>, id: string, target: PushTarget): string {
  return keys.seal(JSON.stringify(target), `push:${id}:target`)
}

/** Opens it; null where no key of the portal does. */
export function openTarget(
  { keys }: Pick<AppContext, 'keys'>,
  { id, target }: { id: string; target: string },
): { endpoint: URL; keys: BrowserKeys } | null {
  try {
    const { endpoint, p256dh, auth } = targetSchema.parse(JSON.parse(keys.open(target, `push:${id}:target`)))
    return {
      endpoint: new URL(endpoint),
      keys: { publicKey: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') },
    }
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

type EndpointRules = Pick<AppContext['config'], 'allowPrivatePush'>

/** J: A player names the address, so only public ones are called, also where the settings let operators name private ones. */
export function createEndpointPolicy({ allowPrivatePush }: EndpointRules): AddressPolicy {
  return allowPrivatePush ? allowAnyAddress : publicAddressesOnly
}

/** Messages go by https only. */
export function isAllowedProtocol({ allowPrivatePush }: EndpointRules, { protocol }: URL): boolean {
  return protocol === 'https:' || allowPrivatePush
}
