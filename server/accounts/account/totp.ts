import { Secret, TOTP } from 'otpauth'

const periodMs = 30_000
/** A code counts from a period before to a period after its own: clocks differ, and people type. */
const window = 1

/** A secret for an authenticator: 160 bits, as base32. */
export function makeSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What the QR code holds. */
export function authenticatorUri(secret: string, issuer: string, label: string): string {
  return authenticator(secret, issuer, label).toString()
}

/** Which step of time a code belongs to (RFC 6238), or null for a wrong one. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = authenticator(secret).validate({ token: code, timestamp: now.getTime(), window })
  return delta === null ? null : Math.floor(now.getTime() / periodMs) + delta
}

function authenticator(secret: string, issuer = '', label = ''): TOTP {
  const period = periodMs / 1_000
  return new TOTP({ secret, issuer, label, algorithm: 'SHA1', digits: 6, period })
}
