import { z } from 'zod'
import { requestWithLimits } from '../../../platform/network/fetch-with-limits.ts'
import { allowAnyAddress } from '../../../platform/network/outgoing-requests.ts'

/** Why a role was neither given nor taken: the member is not on the server, the bot may not, or Discord asks to wait. */
export class DiscordRefused extends Error {
  override name = 'DiscordRefused'
  readonly problem: 'not_a_member' | 'forbidden' | 'rate_limited' | 'failed'
  /** How long Discord asks to wait, ms. */
  readonly waitMs: number

  constructor(problem: DiscordRefused['problem'], waitMs = 0) {
    super(problem)
    this.problem = problem
    this.waitMs = waitMs
  }
}

export interface DiscordBot {
  discordUrl: string
  token: string
  guild: string
}

const limits = { withinMs: 8_000, maxBytes: 64 * 1024 }
const rateLimited = z.object({ retry_after: z.number().min(0).max(3_600) })

/** Gives a role to a member, or takes it. Both may be repeated. Throws DiscordRefused or FetchFailed. */
export async function setDiscordRole(
  { discordUrl, token, guild }: DiscordBot,
  { discordId, roleId, isHeld }: { discordId: string; roleId: string; isHeld: boolean },
): Promise<void> {
  const address = new URL(`${discordUrl}/api/v10/guilds/${guild}/members/${discordId}/roles/${roleId}`)
  const headers = {
    authorization: `Bot ${token}`,
    'user-agent': 'DiscordBot (https://github.com, 1)',
    'x-audit-log-reason': 'Clutch',
  }
  const request = { method: isHeld ? 'PUT' : 'DELETE', headers, ...limits } as const
  const { status, body } = await requestWithLimits(address, request, allowAnyAddress)
  if (status === 204) return
  if (status === 404) throw new DiscordRefused('not_a_member')
  if (status === 401 || status === 403) throw new DiscordRefused('forbidden')
  if (status === 429) throw new DiscordRefused('rate_limited', readWait(body))
  throw new DiscordRefused('failed')
}

function readWait(body: Buffer): number {
  try {
    return Math.ceil(rateLimited.parse(JSON.parse(body.toString('utf8'))).retry_after * 1_000)
  } catch {
    return 5_000
  }
}
