import {
  type KeyObject,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto'
import { join } from 'node:path'
import { readJsonFile, writeJsonFile } from '../json-file.ts'

interface AlipayKeyFile {
  merchant: string
  platform: string[]
}

/** The keys of both sides. The last of the platform's signs. Kept in `alipay.json` of the folder where one is named. */
export class AlipayKeys {
  readonly #merchant: KeyObject
  readonly #file: string | undefined
  #platform: readonly KeyObject[]
  #foreignKey: KeyObject | undefined

  constructor(folder: string | undefined) {
    this.#file = folder === undefined ? undefined : join(folder, 'alipay.json')
    const stored = readJsonFile<AlipayKeyFile>(this.#file)
    this.#merchant = stored ? createPrivateKey(stored.merchant) : generateKey()
    this.#platform = stored ? stored.platform.map((pem) => createPrivateKey(pem)) : [generateKey()]
    this.#save()
  }

  /** What the portal signs with, as Alipay's key tool hands it out. */
  get merchant(): string {
    return this.#merchant.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  }

  /** What the portal believes: one public key, or two while one takes the other's place. */
  get platformPublicKey(): string {
    const keys = this.#platform.map((key) => createPublicKey(key).export({ type: 'spki', format: 'der' }))
    return keys.map((key) => key.toString('base64')).join(',')
  }

  /** Signs as Alipay does, or as a stranger. */
  sign(text: string, by: 'alipay' | 'stranger' = 'alipay'): string {
    const key = by === 'alipay' ? this.#platform.at(-1) : (this.#foreignKey ??= generateKey())
    return sign('sha256', Buffer.from(text), key ?? this.#merchant).toString('base64')
  }

  isSignedByMerchant(text: string, signature: string): boolean {
    return verify(
      'sha256',
      Buffer.from(text),
      createPublicKey(this.#merchant),
      Buffer.from(signature, 'base64'),
    )
  }

  rotate(): void {
    this.#platform = [...this.#platform.slice(-1), generateKey()]
    this.#save()
  }

  forget(): void {
    this.#platform = this.#platform.slice(-1)
    this.#save()
  }

  #save(): void {
    const file: AlipayKeyFile = { merchant: toPem(this.#merchant), platform: this.#platform.map(toPem) }
    writeJsonFile(this.#file, file)
  }
}

function generateKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

function toPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
