import type { operatorSchema } from '@clutch/contract/api/accounts/operators.ts'
import type * as z from 'zod/mini'
import type { OperatorCall } from './operator-calls.ts'
import { groupMembers, personSteamId } from '../samples/sample-people.ts'
import type { SeedMarks } from './seed.ts'

/** A link that signs the samples' operator in, once. */
export interface SignInLink {
  steamId: string
  url: string
  /** Ms since 1970 (UTC). */
  expires: number
}

/** Makes one of the sample people an operator, once, and a link that signs them in; null where an operator has removed them. */
export async function createFirstOperator(call: OperatorCall, given: SeedMarks): Promise<SignInLink | null> {
  const steamId = personSteamId(groupMembers.op[0] ?? 0)
  if (!given.names().includes('operator')) await call('PUT', `ops/${steamId}`)
  given.add('operator')
  const ops = await call<z.infer<typeof operatorSchema>[]>('GET', 'ops')
  if (!ops.some((op) => op.steamId === steamId)) return null
  const link = await call<Omit<SignInLink, 'steamId'>>('POST', `ops/${steamId}/sign-in-link`)
  return { steamId, ...link }
}
