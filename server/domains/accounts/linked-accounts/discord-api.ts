import { z } from 'zod'
import { requestWithLimits } from '../../../platform/network/fetch-with-limits.ts'
import { allowAnyAddress } from '../../../platform/network/outgoing-requests.ts'

/**
 * Why a role was neither given nor taken: the member is not on the server, the role does not exist, the bot may not, or Discord asks to
 * wait.
 */
export class DiscordRefused extends Error {
  override name = 'DiscordRefused'
  readonly problem: 'not_a_member' | 'unknown_role' | 'forbidden' | 'rate_limited' | 'failed'
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
/** Discord's codes of what a 404 does not find: the server, the member, the role, the user. */
const problemOfCode: Partial<Record<number, DiscordRefused['problem']>> = {
  10_004: 'forbidden',
  10_007: 'not_a_member',
  10_011: 'unknown_role',
  10_013: 'not_a_member',
}
const errorSchema = z.object({ code: z.number() })
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
  if (status === 404) throw new DiscordRefused(problemOfCode[readCode(body)] ?? 'failed')
  if (status === 401 || status === 403) throw new DiscordRefused('forbidden')
  if (status === 429) throw new DiscordRefused('rate_limited', readWait(body))
  throw new DiscordRefused('failed')
}

/** 0 where the answer is not Discord's, as that of a proxy. */
function readCode(body: Buffer): number {
  try {
    return errorSchema.parse(JSON.parse(body.toString('utf8'))).code
  } catch {
    return 0
  }
}

function readWait(body: Buffer): number {
  try {
    return Math.ceil(rateLimited.parse(JSON.parse(body.toString('utf8'))).retry_after * 1_000)
  } catch {
    return 5_000
  }
}
