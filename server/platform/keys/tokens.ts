import { createHash, randomBytes } from 'node:crypto'

/** An opaque token of 256 bits: a secret of a session's start, a game server, an API token. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256, as tokens and other secrets are stored, found and compared: 256 random bits need no salt. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
