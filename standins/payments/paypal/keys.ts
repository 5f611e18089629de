import { type KeyObject, createPrivateKey, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { SecureContext } from 'node:tls'
import type { Faults } from '../faults.ts'
import { readKept, writeKept } from '../kept.ts'
import { type Identity, issue, toContext } from './certificates.ts'

/** What the merchant and PayPal agreed on once: kept, so that a portal that was set up with it goes on. */
export interface Account {
  clientId: string
  clientSecret: string
  webhookId: string
  root: Identity
}

const hosts = ['api-m.sandbox.paypal.com', 'api.sandbox.paypal.com', 'cacerts.digicert.com']
const issuerPath = '/ClutchStandInCA.crt'

/** A key that webhooks are signed with, and where its certificate lies. */
export interface Signer {
  path: string
  identity: Identity
}

/** The keys of the stand-in: an authority of its own, what TLS shows, and what webhooks are signed with. */
export class Keys {
  readonly account: Account
  readonly #issuer: Identity
  readonly #server: SecureContext
  readonly #stranger: Promise<Signer>
  #signers: Promise<Signer>[]

  private constructor(account: Account, issuer: Identity, server: Identity) {
    this.account = account
    this.#issuer = issuer
    this.#server = toContext(server)
    this.#signers = [this.#makeSigner()]
    this.#stranger = makeStranger()
  }

  static async open(keyFolder: string | undefined): Promise<Keys> {
    const account = await openAccount(keyFolder)
    const issuer = await issue({ name: 'Stand-in for an authority', isAuthority: true }, account.root)
    const server = await issue({ name: hosts[0] ?? '', hosts }, account.root)
    return new Keys(account, issuer, server)
  }

  /** Signs by a new key from now on. */
  rotate(): void {
    this.#signers.push(this.#makeSigner())
  }

  /** Only the newest key’s certificate can be fetched from now on. */
  forget(): void {
    this.#signers = this.#signers.slice(-1)
  }

  /** The key of today, or a stranger’s. */
  signer(isStranger: boolean): Promise<Signer> {
    const newest = this.#signers.at(-1)
    return isStranger || !newest ? this.#stranger : newest
  }

  /** The certificate that lies at a path, as a file; null where there is none. */
  async file(path: string): Promise<string | null> {
    if (path === issuerPath) return this.#issuer.certificate
    const all = await Promise.all([...this.#signers, this.#stranger])
    return all.find((signer) => signer.path === path)?.identity.certificate ?? null
  }

  /** What TLS shows while it answers so: a stranger’s certificate, one of another host, one that is over, or the right one. */
  async tls(answer: Faults['answer']): Promise<SecureContext> {
    const name = hosts[0] ?? ''
    switch (answer) {
      case 'foreign-key':
        return toContext(await issue({ name, hosts }))
      case 'unsigned':
        return toContext(
          await issue({ name: 'www.example.org', hosts: ['www.example.org'] }, this.account.root),
        )
      case 'stale':
        return toContext(
          await issue({ name, hosts, until: new Date('2021-01-01T00:00:00Z') }, this.account.root),
        )
      case 'ok':
      case 'tampered':
        return this.#server
    }
  }

  async #makeSigner(): Promise<Signer> {
    const identity = await issue(
      {
        name: 'messageverificationcerts.sandbox.paypal.com',
        kind: 'rsa',
        issuerUrl: `http://cacerts.digicert.com${issuerPath}`,
      },
      this.#issuer,
    )
    return { path: newPath(), identity }
  }
}

async function makeStranger(): Promise<Signer> {
  const identity = await issue({ name: 'messageverificationcerts.sandbox.paypal.com', kind: 'rsa' })
  return { path: newPath(), identity }
}

function newPath(): string {
  return `/v1/notifications/certs/CERT-${randomBytes(12).toString('hex')}`
}

async function openAccount(keyFolder: string | undefined): Promise<Account> {
  const file = keyFolder === undefined ? undefined : join(keyFolder, 'paypal.json')
  const kept = readKept<Omit<Account, 'root'> & { root: { certificate: string; key: string } }>(file)
  if (kept) return { ...kept, root: { ...kept.root, key: createPrivateKey(kept.root.key) } }
  const account = {
    clientId: `standin-${randomBytes(16).toString('hex')}`,
    clientSecret: randomBytes(32).toString('base64url'),
    webhookId: `WH${randomBytes(8).toString('hex').toUpperCase()}`,
    root: await issue({ name: 'Stand-in for a root', isAuthority: true }),
  }
  writeKept(file, { ...account, root: writeIdentity(account.root) })
  return account
}

function writeIdentity({ certificate, key }: { certificate: string; key: KeyObject }) {
  return { certificate, key: key.export({ type: 'pkcs8', format: 'pem' }) }
}
