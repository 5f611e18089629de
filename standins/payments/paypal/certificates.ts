// What @peculiar/x509 is built on asks for it.
import 'reflect-metadata'
import { KeyObject, X509Certificate } from 'node:crypto'
import { type SecureContext, createSecureContext } from 'node:tls'
import {
  AuthorityInfoAccessExtension,
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** A certificate (PEM) and the key it is of. */
export interface Identity {
  certificate: string
  key: KeyObject
}

export interface Subject {
  /** Its common name. */
  name: string
  /** The hosts it is for. */
  hosts?: readonly string[]
  /** It may issue certificates. */
  isAuthority?: boolean
  /** Where its issuer’s certificate lies. */
  issuerUrl?: string
  kind?: 'rsa' | 'ec'
  from?: Date
  until?: Date
}

const longAgo = new Date('2020-01-01T00:00:00Z')
const longAhead = new Date('2049-01-01T00:00:00Z')
const ec = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
}

/** Makes a certificate, its own issuer without `issuer`. */
export async function issue(subject: Subject, issuer?: Identity): Promise<Identity> {
  const { name, hosts = [], isAuthority = false, issuerUrl, kind = 'ec' } = subject
  const keys = await crypto.subtle.generateKey(kind === 'rsa' ? rsa : ec, true, ['sign', 'verify'])
  const { key: issuerKey, certificate: issuerPem } = issuer ?? { key: null, certificate: null }
  const made = await X509CertificateGenerator.create({
    serialNumber: Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex'),
    subject: `CN=${name}`,
    issuer: issuerPem === null ? `CN=${name}` : new X509Certificate(issuerPem).subject,
    notBefore: subject.from ?? longAgo,
    notAfter: subject.until ?? longAhead,
    publicKey: keys.publicKey,
    signingKey: issuerKey === null ? keys.privateKey : await toCryptoKey(issuerKey),
    signingAlgorithm: issuerKey?.asymmetricKeyType === 'rsa' || (!issuerKey && kind === 'rsa') ? rsa : ec,
    extensions: [
      new BasicConstraintsExtension(isAuthority, undefined, true),
      new KeyUsagesExtension(
        isAuthority ? KeyUsageFlags.keyCertSign : KeyUsageFlags.digitalSignature | KeyUsageFlags.keyAgreement,
        true,
      ),
      ...(hosts.length > 0
        ? [new SubjectAlternativeNameExtension(hosts.map((value) => ({ type: 'dns' as const, value })))]
        : []),
      ...(issuerUrl === undefined ? [] : [new AuthorityInfoAccessExtension({ caIssuers: [issuerUrl] })]),
    ],
  })
  return { certificate: made.toString('pem'), key: KeyObject.from(keys.privateKey) }
}

/** What a TLS server shows. */
export function toContext({ certificate, key }: Identity): SecureContext {
  return createSecureContext({ cert: certificate, key: key.export({ type: 'pkcs8', format: 'pem' }) })
}

function toCryptoKey(key: KeyObject) {
  const der = key.export({ type: 'pkcs8', format: 'der' })
  return crypto.subtle.importKey('pkcs8', der, key.asymmetricKeyType === 'rsa' ? rsa : ec, false, ['sign'])
}
