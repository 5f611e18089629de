import { Secret, TOTP } from 'otpauth'

const totpPeriodMs = 30_000
/** A code counts from a period before to a period after its own: clocks differ, and people type. */
const toleranceSteps = 1

/** A secret for an authenticator: 160 bits, as base32. */
export function generateTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What the QR code holds. */
export function authenticatorUri(secret: string, issuer: string, label: string): string {
  return createTotp(secret, issuer, label).toString()
}

/** Which step of time a code belongs to (RFC 6238), or null for a wrong one. */
export function matchTotpStep(secret: string, code: string, now: Date): number | null {
  const delta = createTotp(secret).validate({ token: code, timestamp: now.getTime(), window: toleranceSteps })
  return delta === null ? null : Math.floor(now.getTime() / totpPeriodMs) + delta
}

function createTotp(secret: string, issuer = '', label = ''): TOTP {
  const period = totpPeriodMs / 1_000
  return new TOTP({ secret, issuer, label, algorithm: 'SHA1', digits: 6, period })
}
