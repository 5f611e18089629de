import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { PortalError } from '@clutch/contract/errors.ts'
import type { App } from '../app.ts'
import { type SessionUser, bearerOf } from './session-check.ts'

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
 * Lets only operators pass: the bearer of the operator's token (null), or the session of an op who has shown the second
 * factor. Else 401 `operator.unauthorized`, 403 `operator.forbidden` or `operator.second_factor_needed`.
 */
export async function requireOperator(app: App, request: FastifyRequest): Promise<SessionUser | null> {
  const token = bearerOf(request)
  if (token !== null && timingSafeEqual(hashToken(token), app.operatorTokenHash)) return null
  const found = token === null ? null : await app.sessionCheck.find(token)
  if (!found) throw new PortalError('operator.unauthorized', 'This call needs the operator token')
  if (!(await app.sessionCheck.isOp(found.steamId)))
    throw new PortalError('operator.forbidden', 'Only an operator may do this')
  if (!found.secondFactorShown)
    throw new PortalError('operator.second_factor_needed', 'An operator shows a second factor first')
  return found
}

/** Whether the caller is still an operator, for work that continues after the call was admitted. */
export async function isOperator(app: App, request: FastifyRequest): Promise<boolean> {
  try {
    await requireOperator(app, request)
    return true
  } catch (error) {
    if (error instanceof PortalError) return false
    throw error
  }
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
