import { type KeyObject, createPrivateKey, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { SecureContext } from 'node:tls'
import type { PaymentFaults } from '../faults/faults.ts'
import { readJsonFile, writeJsonFile } from '../json-file.ts'
import { type CertificateIdentity, issueCertificate, toSecureContext } from './certificates.ts'

/** The credentials of the merchant, stored so that a configured portal keeps working. */
export interface PaypalAccount {
  clientId: string
  clientSecret: string
  webhookId: string
  root: CertificateIdentity
}

const hosts = ['api-m.sandbox.paypal.com', 'api.sandbox.paypal.com', 'cacerts.digicert.com']
const issuerPath = '/ClutchStandInCA.crt'

/** A key that webhooks are signed with, and where its certificate lies. */
export interface WebhookSigner {
  path: string
  identity: CertificateIdentity
}

/** A signer that is made when something is signed first: an RSA key takes a while, and most starts sign nothing. */
class LazySigner {
  readonly #make: () => Promise<WebhookSigner>
  /** Undefined before the first signature: its path is not known to anyone. */
  made: Promise<WebhookSigner> | undefined

  constructor(make: () => Promise<WebhookSigner>) {
    this.#make = make
  }

  get(): Promise<WebhookSigner> {
    return (this.made ??= this.#make())
  }
}

/** The keys of the emulator: its own authority, its TLS certificate, and the key that signs webhooks. */
export class PaypalKeys {
  readonly account: PaypalAccount
  readonly #issuer: CertificateIdentity
  readonly #server: SecureContext
  readonly #foreignSigner = new LazySigner(createForeignSigner)
  #signers: LazySigner[]

  private constructor(account: PaypalAccount, issuer: CertificateIdentity, server: CertificateIdentity) {
    this.account = account
    this.#issuer = issuer
    this.#server = toSecureContext(server)
    this.#signers = [this.#newSigner()]
  }

  static async open(keyFolder: string | undefined): Promise<PaypalKeys> {
    const account = await loadAccount(keyFolder)
    const issuer = await issueCertificate({ name: 'Emulated authority', isAuthority: true }, account.root)
    const server = await issueCertificate({ name: hosts[0] ?? '', hosts }, account.root)
    return new PaypalKeys(account, issuer, server)
  }

  /** Signs by a new key from now on. */
  rotate(): void {
    this.#signers.push(this.#newSigner())
  }

  /** Only the newest key’s certificate can be fetched from now on. */
  forget(): void {
    this.#signers = this.#signers.slice(-1)
  }

  /** The key of today, or a stranger’s. */
  signer(isStranger: boolean): Promise<WebhookSigner> {
    const newest = this.#signers.at(-1)
    return (isStranger || !newest ? this.#foreignSigner : newest).get()
  }

  /** The certificate that lies at a path, as a file; null where there is none. */
  async certificateAt(path: string): Promise<string | null> {
    if (path === issuerPath) return this.#issuer.certificate
    const all = await Promise.all([...this.#signers, this.#foreignSigner].flatMap(({ made }) => made ?? []))
    return all.find((signer) => signer.path === path)?.identity.certificate ?? null
  }

  /** What TLS shows while it answers so: a stranger’s certificate, one of another host, one that is over, or the right one. */
  async secureContextFor(answer: PaymentFaults['answer']): Promise<SecureContext> {
    const name = hosts[0] ?? ''
    switch (answer) {
      case 'foreign-key':
        return toSecureContext(await issueCertificate({ name, hosts }))
      case 'unsigned':
        return toSecureContext(
          await issueCertificate({ name: 'www.example.org', hosts: ['www.example.org'] }, this.account.root),
        )
      case 'stale':
        return toSecureContext(
          await issueCertificate(
            { name, hosts, validUntil: new Date('2021-01-01T00:00:00Z') },
            this.account.root,
          ),
        )
      case 'ok':
      case 'tampered':
        return this.#server
    }
  }

  #newSigner(): LazySigner {
    return new LazySigner(() => this.#createSigner())
  }

  async #createSigner(): Promise<WebhookSigner> {
    const identity = await issueCertificate(
      {
        name: 'messageverificationcerts.sandbox.paypal.com',
        kind: 'rsa',
        issuerUrl: `http://cacerts.digicert.com${issuerPath}`,
      },
      this.#issuer,
    )
    return { path: newCertificatePath(), identity }
  }
}

async function createForeignSigner(): Promise<WebhookSigner> {
  const identity = await issueCertificate({
    name: 'messageverificationcerts.sandbox.paypal.com',
    kind: 'rsa',
  })
  return { path: newCertificatePath(), identity }
}

function newCertificatePath(): string {
  return `/v1/notifications/certs/CERT-${randomBytes(12).toString('hex')}`
}

async function loadAccount(keyFolder: string | undefined): Promise<PaypalAccount> {
  const file = keyFolder === undefined ? undefined : join(keyFolder, 'paypal.json')
  const stored = readJsonFile<Omit<PaypalAccount, 'root'> & { root: { certificate: string; key: string } }>(
    file,
  )
  if (stored) return { ...stored, root: { ...stored.root, key: createPrivateKey(stored.root.key) } }
  const account = {
    clientId: `emulator-${randomBytes(16).toString('hex')}`,
    clientSecret: randomBytes(32).toString('base64url'),
    webhookId: `WH${randomBytes(8).toString('hex').toUpperCase()}`,
    root: await issueCertificate({ name: 'Emulated root', isAuthority: true }),
  }
  writeJsonFile(file, { ...account, root: serializeIdentity(account.root) })
  return account
}

function serializeIdentity({ certificate, key }: { certificate: string; key: KeyObject }) {
  return { certificate, key: key.export({ type: 'pkcs8', format: 'pem' }) }
}
