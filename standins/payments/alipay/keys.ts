import {
  type KeyObject,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto'
import { join } from 'node:path'
import { readKept, writeKept } from '../kept.ts'

interface KeyFile {
  merchant: string
  platform: string[]
}

/** The keys of both sides. The last of the platform's signs. Kept in `alipay.json` of the folder where one is named. */
export class Keys {
  readonly #merchant: KeyObject
  readonly #file: string | undefined
  #platform: readonly KeyObject[]
  #stranger: KeyObject | undefined

  constructor(folder: string | undefined) {
    this.#file = folder === undefined ? undefined : join(folder, 'alipay.json')
    const kept = readKept<KeyFile>(this.#file)
    this.#merchant = kept ? createPrivateKey(kept.merchant) : newKey()
    this.#platform = kept ? kept.platform.map((pem) => createPrivateKey(pem)) : [newKey()]
    this.#keep()
  }

  /** What the portal signs with, as Alipay's key tool hands it out. */
  get merchant(): string {
    return this.#merchant.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  }

  /** What the portal believes: one public key, or two while one takes the other's place. */
  get published(): string {
    const keys = this.#platform.map((key) => createPublicKey(key).export({ type: 'spki', format: 'der' }))
    return keys.map((key) => key.toString('base64')).join(',')
  }

  /** Signs as Alipay does, or as somebody else. */
  sign(text: string, by: 'alipay' | 'stranger' = 'alipay'): string {
    const key = by === 'alipay' ? this.#platform.at(-1) : (this.#stranger ??= newKey())
    return sign('sha256', Buffer.from(text), key ?? this.#merchant).toString('base64')
  }

  merchantSigned(text: string, signature: string): boolean {
    return verify(
      'sha256',
      Buffer.from(text),
      createPublicKey(this.#merchant),
      Buffer.from(signature, 'base64'),
    )
  }

  rotate(): void {
    this.#platform = [...this.#platform.slice(-1), newKey()]
    this.#keep()
  }

  forget(): void {
    this.#platform = this.#platform.slice(-1)
    this.#keep()
  }

  #keep(): void {
    const file: KeyFile = { merchant: pem(this.#merchant), platform: this.#platform.map(pem) }
    writeKept(this.#file, file)
  }
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
