import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { PortalError } from '@clutch/contract/errors.ts'

/** Where the operator's token stands: readable by the portal's own user only, made at the first start. */
export function operatorTokenFile(dataDir: string): string {
  return join(dataDir, 'operator.token')
}

/** Makes the token file if there is none and returns the token's SHA-256. */
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

/** A hook that lets only the bearer of the operator's token pass: else 401 `operator.unauthorized`. */
export function requireOperator(tokenHash: Buffer): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const [, token] = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '') ?? []
    if (token === undefined || !timingSafeEqual(hashToken(token), tokenHash)) {
      throw new PortalError('operator.unauthorized', 'This call needs the operator token')
    }
  }
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
