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
export interface CertificateIdentity {
  certificate: string
  key: KeyObject
}

export interface CertificateSubject {
  /** Its common name. */
  name: string
  /** The hosts it is for. */
  hosts?: readonly string[]
  /** It may issue certificates. */
  isAuthority?: boolean
  /** Where its issuer’s certificate lies. */
  issuerUrl?: string
  kind?: 'rsa' | 'ec'
  validFrom?: Date
  validUntil?: Date
}

const defaultValidFrom = new Date('2020-01-01T00:00:00Z')
const defaultValidUntil = new Date('2049-01-01T00:00:00Z')
const ecAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const rsaAlgorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
}

/** Makes a certificate, its own issuer without `issuer`. */
export async function issueCertificate(
  subject: CertificateSubject,
  issuer?: CertificateIdentity,
): Promise<CertificateIdentity> {
  const { name, hosts = [], isAuthority = false, issuerUrl, kind = 'ec' } = subject
  const keys = await crypto.subtle.generateKey(kind === 'rsa' ? rsaAlgorithm : ecAlgorithm, true, [
    'sign',
    'verify',
  ])
  const { key: issuerKey, certificate: issuerPem } = issuer ?? { key: null, certificate: null }
  const made = await X509CertificateGenerator.create({
    serialNumber: Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex'),
    subject: `CN=${name}`,
    issuer: issuerPem === null ? `CN=${name}` : new X509Certificate(issuerPem).subject,
    notBefore: subject.validFrom ?? defaultValidFrom,
    notAfter: subject.validUntil ?? defaultValidUntil,
    publicKey: keys.publicKey,
    signingKey: issuerKey === null ? keys.privateKey : await toCryptoKey(issuerKey),
    signingAlgorithm:
      issuerKey?.asymmetricKeyType === 'rsa' || (!issuerKey && kind === 'rsa') ? rsaAlgorithm : ecAlgorithm,
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
export function toSecureContext({ certificate, key }: CertificateIdentity): SecureContext {
  return createSecureContext({ cert: certificate, key: key.export({ type: 'pkcs8', format: 'pem' }) })
}

function toCryptoKey(key: KeyObject) {
  const der = key.export({ type: 'pkcs8', format: 'der' })
  return crypto.subtle.importKey(
    'pkcs8',
    der,
    key.asymmetricKeyType === 'rsa' ? rsaAlgorithm : ecAlgorithm,
    false,
    ['sign'],
  )
}
