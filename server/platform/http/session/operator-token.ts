import { randomBytes, timingSafeEqual } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { type Call, isOpenToTokens } from '@clutch/contract/api/call.ts'
import { limitToOwner, mayCall } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Config } from '../../config/config.ts'
import { generateToken, hashToken } from '../../keys/tokens.ts'
import type { App } from '../app.ts'
import { type OperatorCaller, operatorToken } from './operator-caller.ts'
import { bearerOf } from './session-check.ts'

/** What the secret of every API token begins with, so that it is recognised, here and where one is searched for. */
export const apiTokenPrefix = 'clutch_'

/**
 * Returns the path of the operator's token file: readable only by the portal's own user, created at the first
 * start.
 */
export function operatorTokenFile(dataDir: string): string {
  return join(dataDir, 'operator.token')
}

/** Creates the token file if there is none and returns the token's SHA-256; null where the token is turned off. */
export async function loadOperatorTokenHash({
  dataDir,
  operatorToken: wanted,
}: Pick<Config, 'dataDir' | 'operatorToken'>): Promise<Buffer | null> {
  if (wanted === 'off') return null
  const file = operatorTokenFile(dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await makeToken(file)
  return hashToken((await readFile(file, 'utf8')).trim())
}

/** A link appears whole or not at all: of two first starts on one folder the second keeps the first one's token. */
async function makeToken(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${generateToken()}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
}

/**
 * Lets only operators pass who may make the call: the bearer of the operator's token, of an API token whose rights permit it, or
 * the session of an op whose role does and who has shown the second factor. Else 401 `operator.unauthorized`, 403
 * `operator.forbidden`, `operator.second_factor_needed` or `operator.not_permitted`, 429 `RATE_LIMIT_EXCEEDED`.
 */
export async function requireOperator(
  app: App,
  request: FastifyRequest,
  call: Call,
): Promise<OperatorCaller> {
  const caller = await findOperator(app, request)
  if (caller.token) app.rateLimiter.consumeOfToken(caller.token.id)
  assertPermitted(caller, request, call)
  return caller
}

function assertPermitted({ permissions, token }: OperatorCaller, request: FastifyRequest, call: Call): void {
  const { id } = request.params as { id?: string }
  if (token && !isOpenToTokens(call))
    throw new PortalError('operator.not_permitted', 'No API token permits this')
  if (!mayCall(permissions, { ...call, area: call.area ?? 'any' }, id))
    throw new PortalError('operator.not_permitted', 'Your role does not permit this')
}

async function findOperator(app: App, request: FastifyRequest): Promise<OperatorCaller> {
  const token = bearerOf(request)
  if (token !== null && isOperatorToken(app, token)) return operatorToken
  if (token?.startsWith(apiTokenPrefix)) return findTokenCaller(app, token)
  const session = token === null ? null : await app.sessionCheck.find(token)
  if (!session) throw unauthorized()
  const permissions = await app.sessionCheck.findPermissions(session.steamId)
  if (!permissions) throw new PortalError('operator.forbidden', 'Only an operator may do this')
  if (!session.secondFactorShown)
    throw new PortalError('operator.second_factor_needed', 'An operator shows a second factor first')
  return { session, token: null, permissions }
}

async function findTokenCaller(app: App, secret: string): Promise<OperatorCaller> {
  const token = await app.sessionCheck.findToken(hashToken(secret))
  if (!token) throw unauthorized()
  const owner = token.owner === null ? null : await app.sessionCheck.findPermissions(token.owner)
  if (token.owner !== null && (owner === null || token.isOwnerBlocked))
    throw new PortalError('operator.forbidden', 'The owner of this API token is no operator')
  return {
    session: null,
    token: { id: token.id, name: token.name, owner: token.owner },
    permissions: limitToOwner(token.permissions, owner),
  }
}

function isOperatorToken({ operatorTokenHash }: App, token: string): boolean {
  return operatorTokenHash !== null && timingSafeEqual(hashToken(token), operatorTokenHash)
}

function unauthorized(): PortalError {
  return new PortalError(
    'operator.unauthorized',
    'This call needs the operator token, an API token or the session of an operator',
  )
}

/** Whether the caller may still make a call, for work that continues after it was admitted. */
export async function isStillPermitted(app: App, request: FastifyRequest, call: Call): Promise<boolean> {
  try {
    assertPermitted(await findOperator(app, request), request, call)
    return true
  } catch (error) {
    if (error instanceof PortalError) return false
    throw error
  }
}
