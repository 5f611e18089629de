import { type KeyObject, X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto'

/** All three providers ask for as much; a shorter key can be broken. */
const leastBits = 2_048

/** An RSA private key as PEM (PKCS#8): of PEM, or of the base64 alone of PKCS#8 or PKCS#1. Null for anything else. */
export function privateKeyPem(text: string): string | null {
  const key = text.includes('-----BEGIN')
    ? read(() => createPrivateKey(text))
    : (read(() => createPrivateKey(der(text, 'pkcs8'))) ?? read(() => createPrivateKey(der(text, 'pkcs1'))))
  return key && isStrongRsa(key) ? key.export({ type: 'pkcs8', format: 'pem' }).toString() : null
}

/**
 * An RSA public key as PEM: of PEM, of its base64 alone, or of a certificate. Null for anything else, also for a private key,
 * of which one could be made.
 */
export function publicKeyPem(text: string): string | null {
  if (text.includes('PRIVATE KEY')) return null
  const key = read(() => createPublicKey(text.includes('-----BEGIN') ? text : der(text, 'spki')))
  return key && isStrongRsa(key) ? key.export({ type: 'spki', format: 'pem' }).toString() : null
}

/** Whether a text is a certificate in PEM. */
export function isCertificate(text: string): boolean {
  return read(() => new X509Certificate(text).publicKey) !== null
}

function der<Type extends string>(base64: string, type: Type) {
  return { key: Buffer.from(base64, 'base64'), format: 'der' as const, type }
}

function isStrongRsa({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= leastBits
}

function read(key: () => KeyObject): KeyObject | null {
  try {
    return key()
  } catch {
    return null
  }
}
