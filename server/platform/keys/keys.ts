import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

interface MasterKey {
  /** Eight hex digits of the key's hash. */
  id: string
  /** Its name in the setting, which earlier versions wrote into what they sealed and signed in place of `id`. */
  label: string | null
  key: Buffer
  /** Derived keys by purpose: nearly every request needs one, and a derivation costs more than its use. */
  derived: Map<string, Buffer>
}

/** A sealed value that no key of the ring opens: its key was removed, it was changed, or it belongs elsewhere. */
export class SealBroken extends Error {
  override name = 'SealBroken'
}

/**
 * The portal's secret keys: seals stored secrets (RCON passwords …) and derives the signing keys. The first
 * key seals and signs; the others still open and verify, so that a key can be rotated without losing data.
 */
export class KeyRing {
  readonly #keys: readonly MasterKey[]
  readonly #current: MasterKey

  /** Takes `CLUTCH_SECRET_KEY`: base64 keys of 32 bytes by comma, each with a name before it (`new:KEY`) or none. Throws an Error that names no secret. */
  constructor(text: string) {
    this.#keys = text.split(',').map((part) => readKey(part.trim()))
    const [current] = this.#keys
    if (!current) throw new Error('must hold at least one key')
    if (new Set(this.#keys.map(({ id, label }) => label ?? id)).size < this.#keys.length)
      throw new Error('holds one key, or one name of a key, twice')
    this.#current = current
  }

  /** Encrypts a text with the current key (AES-256-GCM). `context` (`server:7:rcon`) is authenticated with it: `open` needs the same one. */
  seal(plain: string, context: string): string {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', derive(this.#current, 'seal'), iv).setAAD(
      Buffer.from(context),
    )
    const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${this.#current.id}.${sealed.toString('base64url')}`
  }

  /**
   * Decrypts a text that `seal` encrypted with the same context; throws SealBroken. Every key is tried: a key had
   * other names in the setting before, and a name may have belonged to another key.
   */
  open(sealed: string, context: string): string {
    const [id, body] = sealed.split('.')
    const bytes = Buffer.from(body ?? '', 'base64url')
    if (bytes.length < ivBytes + tagBytes) throw new SealBroken('not a sealed text')
    const isNamed = (key: MasterKey) => key.id === id || key.label === id
    const others = this.#keys.filter((key) => !isNamed(key))
    for (const master of [...this.#keys.filter(isNamed), ...others]) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', derive(master, 'seal'), bytes.subarray(0, ivBytes))
        decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes))
        const plain = [decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]
        return Buffer.concat(plain).toString('utf8')
      } catch {
        continue
      }
    }
    throw new SealBroken('changed, sealed for another place, or by a key that is not here')
  }

  /** Keys of 32 bytes for one purpose (`session`, `download` …): the first signs, all of them verify. */
  signingKeys(purpose: string): readonly { id: string; label: string | null; key: Buffer }[] {
    return this.#keys.map((master) => {
      return { id: master.id, label: master.label, key: derive(master, `sign:${purpose}`) }
    })
  }
}

/** A fresh key as `CLUTCH_SECRET_KEY` takes it. */
export function makeSecretKey(): string {
  return randomBytes(keyBytes).toString('base64')
}

/** The ring of `CLUTCH_SECRET_KEY`, or without one that of `secret.key` in the data directory, made at the first start. */
export function loadKeyRing(secretKey: string | undefined, dataDir: string): KeyRing {
  if (secretKey !== undefined) return new KeyRing(secretKey)
  const file = keyFile(dataDir)
  if (!existsSync(file)) makeKeyFile(file, dataDir)
  return new KeyRing(readFileSync(file, 'utf8').trim())
}

/** The same ring where there is one; null where none was made yet. */
export function findKeyRing(secretKey: string | undefined, dataDir: string): KeyRing | null {
  if (secretKey === undefined && !existsSync(keyFile(dataDir))) return null
  return loadKeyRing(secretKey, dataDir)
}

function keyFile(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

/** Links the file into place whole: of two processes that make it at once one wins, and both read the same key. */
function makeKeyFile(file: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${makeSecretKey()}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}

function derive({ key, derived }: MasterKey, purpose: string): Buffer {
  const known = derived.get(purpose)
  if (known) return known
  const made = Buffer.from(hkdfSync('sha256', key, '', `clutch:${purpose}`, keyBytes))
  derived.set(purpose, made)
  return made
}

function readKey(text: string): MasterKey {
  const match = /^(?:([a-z0-9-]{1,16}):)?([A-Za-z0-9+/_-]{43}=?)$/.exec(text)
  const key = Buffer.from(match?.[2] ?? '', 'base64')
  if (!match || key.length !== keyBytes)
    throw new Error('must be a base64 key of 32 bytes, or such keys by comma')
  const id = createHash('sha256').update(key).digest('hex').slice(0, 8)
  return { id, label: match[1] ?? null, key, derived: new Map() }
}
