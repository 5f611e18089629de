import { type KeyObject, X509Certificate } from 'node:crypto'
import { type Agent, request } from 'node:https'
import { getCACertificates } from 'node:tls'
import type { PaypalAccount } from './paypal-account.ts'
import { WebhookUnverified, ProviderUnavailable } from '../provider.ts'

/** How often something may be done within a time; times that lie in the future are forgotten, should the clock be set back. */
class FetchLimit {
  readonly #most: number
  readonly #withinMs: number
  #taken: readonly number[] = []

  constructor(most: number, withinMs: number) {
    this.#most = most
    this.#withinMs = withinMs
  }

  /** Whether it may be done now once more; then that counts. */
  take(now: Date): boolean {
    const at = now.getTime()
    this.#taken = this.#taken.filter((earlier) => Math.abs(at - earlier) < this.#withinMs)
    if (this.#taken.length >= this.#most) return false
    this.#taken = [...this.#taken, at]
    return true
  }
}

interface Chain {
  key: KeyObject
  certificates: readonly X509Certificate[]
  fetched: Date
}

const fileMaxBytes = 64 * 1024
const chainMax = 4
const keptMs = 3_600_000
const maxChains = 8
const fetchesAtOnce = 4
/**
 * Any sender can name addresses here: PayPal is asked at most this often per minute, separately for those
 * that were valid before.
 */
const fetchesAMinute = 10
const minuteMs = 60_000
const missingMs = 300_000
const missingMax = 100

/**
 * The certificates that sign webhooks, fetched from PayPal and cached for an hour; a missing one is
 * remembered for five minutes.
 */
export class PaypalCertificates {
  readonly #agent: Agent
  readonly #ca: readonly string[]
  readonly #chains = new Map<string, Chain>()
  readonly #fetching = new Map<string, Promise<Chain>>()
  readonly #missing = new Map<string, { at: Date; why: string }>()
  readonly #refreshes = new FetchLimit(fetchesAMinute, minuteMs)
  readonly #firsts = new FetchLimit(fetchesAMinute, minuteMs)
  #roots: readonly X509Certificate[] | undefined

  constructor({ connectTo, ca }: PaypalAccount, agent: Agent) {
    this.#agent = agent
    this.#ca = connectTo === undefined ? [] : ca
  }

  /**
   * The key of the certificate at an address that is known to be PayPal’s. Throws WebhookUnverified where it is not one of
   * PayPal’s, chained to a root that TLS trusts, and valid now; ProviderUnavailable where it cannot be had.
   */
  async find(url: string, now: Date, signal: AbortSignal): Promise<KeyObject> {
    const cached = this.#chains.get(url)
    const isFresh = cached !== undefined && now.getTime() - cached.fetched.getTime() < keptMs
    const { key, certificates } = isFresh ? cached : await this.#fetchOnce(url, now, signal)
    for (const certificate of certificates) requireValid(certificate, now)
    return key
  }

  #fetchOnce(url: string, now: Date, signal: AbortSignal): Promise<Chain> {
    const already = this.#fetching.get(url)
    if (already) return already
    this.#requireLeave(url, now)
    const fetching = this.#fetch(url, now, signal)
      .catch((error: unknown) => {
        if (error instanceof WebhookUnverified) this.#forget(url, now, error.message)
        throw error
      })
      .finally(() => this.#fetching.delete(url))
    this.#fetching.set(url, fetching)
    return fetching
  }

  /** Throws where an address must not be fetched now: PayPal repeats genuine webhooks later. */
  #requireLeave(url: string, now: Date): void {
    if (this.#chains.has(url)) {
      if (!this.#refreshes.take(now)) throw tooMany()
      return
    }
    const missing = this.#missing.get(url)
    if (missing && Math.abs(now.getTime() - missing.at.getTime()) < missingMs)
      throw new WebhookUnverified(missing.why)
    if (this.#fetching.size >= fetchesAtOnce || !this.#firsts.take(now)) throw tooMany()
  }

  #forget(url: string, now: Date, why: string): void {
    this.#chains.delete(url)
    this.#missing.delete(url)
    this.#missing.set(url, { at: now, why })
    const [oldest] = this.#missing.keys()
    if (this.#missing.size > missingMax && oldest !== undefined) this.#missing.delete(oldest)
  }

  async #fetch(url: string, now: Date, signal: AbortSignal): Promise<Chain> {
    const file = await fetchFile(url, this.#agent, signal)
    const found = readCertificates(file.toString('latin1').match(pem) ?? [])
    const [leaf, ...others] = found
    if (!leaf || !isPaypals(leaf)) throw new WebhookUnverified('the certificate is not PayPal’s')
    const chain: Chain = {
      key: leaf.publicKey,
      certificates: await this.#chainOf(leaf, others, signal),
      fetched: now,
    }
    for (const certificate of chain.certificates) requireValid(certificate, now)
    this.#chains.set(url, chain)
    const [oldest] = this.#chains.keys()
    if (this.#chains.size > maxChains && oldest !== undefined) this.#chains.delete(oldest)
    return chain
  }

  /**
   * Returns the chain from the leaf to a trusted root. PayPal’s file may lack the intermediates: the
   * certificate has their address.
   */
  async #chainOf(
    leaf: X509Certificate,
    others: readonly X509Certificate[],
    signal: AbortSignal,
  ): Promise<X509Certificate[]> {
    this.#roots ??= readCertificates(this.#ca.length > 0 ? this.#ca : getCACertificates())
    const chain = [leaf]
    for (let last = leaf; chain.length <= chainMax;) {
      const root = this.#roots.find((candidate) => issued(candidate, last))
      if (root) return [...chain, root]
      const issuer =
        others.find((candidate) => issued(candidate, last)) ?? (await fetchIssuer(last, this.#agent, signal))
      if (!issuer || chain.includes(issuer)) break
      chain.push(issuer)
      last = issuer
    }
    throw new WebhookUnverified('the certificate leads to no trusted root')
  }
}

function tooMany(): ProviderUnavailable {
  return new ProviderUnavailable('too many certificates are being fetched')
}

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** What issued a certificate, from the authority that PayPal’s are of; by https, although the certificate says http. */
async function fetchIssuer(
  of: X509Certificate,
  agent: Agent,
  signal: AbortSignal,
): Promise<X509Certificate | null> {
  const [, path] =
    /CA Issuers - URI:https?:\/\/cacerts\.digicert\.com(\/[\w-]{1,200}\.(?:crt|cer))(?:\n|$)/.exec(
      of.infoAccess ?? '',
    ) ?? []
  if (path === undefined) return null
  const [issuer] = readCertificates([await fetchFile(`https://cacerts.digicert.com${path}`, agent, signal)])
  return issuer && issued(issuer, of) ? issuer : null
}

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function isPaypals({ subject, subjectAltName = '', publicKey }: X509Certificate): boolean {
  const names = [...subject.split('\n'), ...subjectAltName.split(', ')]
  const { asymmetricKeyType, asymmetricKeyDetails } = publicKey
  const isStrong = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
  return isStrong && names.some((name) => /^(CN=|DNS:)[\w*.-]+\.paypal\.com$/.test(name))
}

function requireValid({ validFromDate, validToDate }: X509Certificate, now: Date): void {
  if (now < validFromDate || now > validToDate)
    throw new WebhookUnverified('the certificate is not valid now')
}

function readCertificates(files: readonly (string | Buffer)[]): X509Certificate[] {
  try {
    return files.map((file) => new X509Certificate(file))
  } catch {
    throw new WebhookUnverified('the certificate cannot be read')
  }
}

/**
 * Fetches a small file by https. Throws WebhookUnverified where there is none, ProviderUnavailable for all
 * else; redirects are not followed.
 */
function fetchFile(url: string, agent: Agent, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const silent = () => reject(new ProviderUnavailable('the certificate could not be fetched'))
    const clientRequest = request(url, { agent, signal }, (response) => {
      const chunks: Buffer[] = []
      let length = 0
      response.on('data', (part: Buffer) => {
        chunks.push(part)
        length += part.length
        if (length > fileMaxBytes) clientRequest.destroy(new Error('too long'))
      })
      response.on('error', silent)
      response.on('end', () => {
        if (response.statusCode === 200) return resolve(Buffer.concat(chunks))
        if (response.statusCode === 404) return reject(new WebhookUnverified('there is no such certificate'))
        silent()
      })
    })
    clientRequest.on('error', silent)
    clientRequest.end()
  })
}
