import {
  type KeyObject,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto'
import { join } from 'node:path'
import { readJsonFile, writeJsonFile } from '../json-file.ts'

/** Who the merchant is here; the real ones have numbers like these. */
export const merchant = { mchid: '1900000109', appid: 'wxd678efh567hg6787' }

/** What WeChat Pay signs with, under the id it names in `Wechatpay-Serial`. */
export interface PlatformKey {
  id: string
  privateKey: KeyObject
}

interface WechatKeyFile {
  merchantKey: string
  merchantSerial: string
  apiV3Key: string
  platform: { id: string; privateKey: string }[]
}

/** The keys of both sides. The last of the platform's signs. Kept in `wechat.json` of the folder where one is named. */
export class WechatKeys {
  readonly merchantKey: KeyObject
  readonly merchantSerial: string
  readonly apiV3Key: string
  #platform: PlatformKey[]
  #foreignKey: KeyObject | undefined
  readonly #file: string | undefined

  constructor(folder: string | undefined) {
    this.#file = folder === undefined ? undefined : join(folder, 'wechat.json')
    const stored = readJsonFile<WechatKeyFile>(this.#file)
    this.merchantKey = stored ? createPrivateKey(stored.merchantKey) : generateKey()
    this.merchantSerial = stored?.merchantSerial ?? randomBytes(20).toString('hex').toUpperCase()
    this.apiV3Key = stored?.apiV3Key ?? randomBytes(24).toString('base64url')
    const platform = stored?.platform.map(({ id, privateKey }) => ({
      id,
      privateKey: createPrivateKey(privateKey),
    }))
    this.#platform = platform ?? [generatePlatformKey()]
    this.#save()
  }

  /** The merchant's, to check what it signs. */
  get merchantPublicKey(): KeyObject {
    return createPublicKey(this.merchantKey)
  }

  get current(): PlatformKey {
    const current = this.#platform.at(-1)
    if (!current) throw new Error('there is always a key')
    return current
  }

  /** A key of no account: a forger's signature. */
  get foreignKey(): KeyObject {
    return (this.#foreignKey ??= generateKey())
  }

  /** What the merchant has to know of the platform: its public keys by id, as JSON. */
  get platformPublicKey(): string {
    return JSON.stringify(
      Object.fromEntries(
        this.#platform.map(({ id, privateKey }) => [id, toPem(createPublicKey(privateKey), 'spki')]),
      ),
    )
  }

  rotate(): void {
    this.#platform = [...this.#platform, generatePlatformKey()]
    this.#save()
  }

  forget(): void {
    this.#platform = [this.current]
    this.#save()
  }

  #save(): void {
    const file: WechatKeyFile = {
      merchantKey: toPem(this.merchantKey, 'pkcs8'),
      merchantSerial: this.merchantSerial,
      apiV3Key: this.apiV3Key,
      platform: this.#platform.map(({ id, privateKey }) => ({ id, privateKey: toPem(privateKey, 'pkcs8') })),
    }
    writeJsonFile(this.#file, file)
  }
}

export function toPem(key: KeyObject, type: 'pkcs8' | 'spki'): string {
  return key.export({ type, format: 'pem' }).toString()
}

function generateKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

function generatePlatformKey(): PlatformKey {
  const digits = Array.from(randomBytes(30), (byte) => byte % 10).join('')
  return { id: `PUB_KEY_ID_${digits}`, privateKey: generateKey() }
}
