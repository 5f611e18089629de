import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** All three providers ask for as much; a shorter key can be broken. */
const leastBits = 2_048

/** Whether a text is an RSA private key: PEM, or the base64 alone of PKCS#8 or PKCS#1. */
export function isPrivateKey(text: string): boolean {
  if (text.includes('-----BEGIN')) return isStrongRsa(() => createPrivateKey(text))
  const key = Buffer.from(text, 'base64')
  return (['pkcs8', 'pkcs1'] as const).some((type) =>
    isStrongRsa(() => createPrivateKey({ key, format: 'der', type })),
  )
}

/** Whether a text is an RSA public key: PEM, or its base64 alone. A private key, of which one could be made, is none. */
export function isPublicKey(text: string): boolean {
  if (text.includes('PRIVATE KEY')) return false
  if (text.includes('-----BEGIN')) return isStrongRsa(() => createPublicKey(text))
  return isStrongRsa(() => createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }))
}

/** Whether a text is a certificate in PEM. */
export function isCertificate(text: string): boolean {
  return read(() => new X509Certificate(text).publicKey) !== null
}

function isStrongRsa(key: () => KeyObject): boolean {
  const { asymmetricKeyType, asymmetricKeyDetails } = read(key) ?? {}
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= leastBits
}

function read(key: () => KeyObject): KeyObject | null {
  try {
    return key()
  } catch {
    return null
  }
}
