import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Call } from '@clutch/contract/api/call.ts'
import { mayCall } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { App } from '../app.ts'
import { type OperatorCaller, operatorToken } from './operator-caller.ts'
import { bearerOf } from './session-check.ts'

/**
 * Returns the path of the operator's token file: readable only by the portal's own user, created at the first
 * start.
 */
export function operatorTokenFile(dataDir: string): string {
  return join(dataDir, 'operator.token')
}

/** Creates the token file if there is none and returns the token's SHA-256. */
export async function loadOperatorTokenHash(dataDir: string): Promise<Buffer> {
  const file = operatorTokenFile(dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await makeToken(file)
  return hashToken((await readFile(file, 'utf8')).trim())
}

/** A link appears whole or not at all: of two first starts on one folder the second keeps the first one's token. */
async function makeToken(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
}

/**
 * Lets only operators pass whose role permits the call: the bearer of the operator's token, or the session of an op who has shown
 * the second factor. Else 401 `operator.unauthorized`, 403 `operator.forbidden`, `operator.second_factor_needed` or
 * `operator.not_permitted`.
 */
export async function requireOperator(
  app: App,
  request: FastifyRequest,
  call: Call,
): Promise<OperatorCaller> {
  const caller = await findOperator(app, request)
  const { id } = request.params as { id?: string }
  if (!mayCall(caller.permissions, { ...call, area: call.area ?? 'any' }, id))
    throw new PortalError('operator.not_permitted', 'Your role does not permit this')
  return caller
}

async function findOperator(app: App, request: FastifyRequest): Promise<OperatorCaller> {
  const token = bearerOf(request)
  if (token !== null && timingSafeEqual(hashToken(token), app.operatorTokenHash)) return operatorToken
  const session = token === null ? null : await app.sessionCheck.find(token)
  if (!session) throw new PortalError('operator.unauthorized', 'This call needs the operator token')
  const permissions = await app.sessionCheck.findPermissions(session.steamId)
  if (!permissions) throw new PortalError('operator.forbidden', 'Only an operator may do this')
  if (!session.secondFactorShown)
    throw new PortalError('operator.second_factor_needed', 'An operator shows a second factor first')
  return { session, permissions }
}

/** Whether the caller may still make a call, for work that continues after it was admitted. */
export async function isStillPermitted(app: App, request: FastifyRequest, call: Call): Promise<boolean> {
  try {
    await requireOperator(app, request, call)
    return true
  } catch (error) {
    if (error instanceof PortalError) return false
    throw error
  }
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
