import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

export const pushCurve = 'prime256v1'
/** What every push service takes (RFC 8291 §4), bytes of the whole body. */
const recordBytes = 4_096
const headerBytes = 16 + 4 + 1 + 65
const tagBytes = 16
/** The longest payload, bytes: one record holds it with its delimiter and tag. */
export const pushPayloadMaxBytes = recordBytes - headerBytes - tagBytes - 1

/** The keys of a browser's subscription. */
export interface BrowserKeys {
  /** Its point of P-256, uncompressed. */
  publicKey: Buffer
  /** The secret by which it knows that a message is of someone who has the subscription: 16 bytes. */
  auth: Buffer
}

/** What is new in each message. */
interface MessageKeys {
  salt: Buffer
  /** A key of P-256 that only this message has. */
  privateKey: Buffer
}

/** Encrypts a payload for one browser as `aes128gcm` (RFC 8188) by the keys of RFC 8291. Throws a RangeError for a payload that is too long. */
export function encryptPayload(
  payload: Buffer,
  { publicKey, auth }: BrowserKeys,
  { salt, privateKey }: MessageKeys = newMessageKeys(),
): Buffer {
  if (payload.length > pushPayloadMaxBytes) throw new RangeError('the payload is too long for a push message')
  const ecdh = createECDH(pushCurve)
  ecdh.setPrivateKey(privateKey)
  const ownPublicKey = ecdh.getPublicKey()
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, ownPublicKey])
  const input = derive(ecdh.computeSecret(publicKey), auth, keyInfo, 32)
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const recordSize = Buffer.alloc(4)
  recordSize.writeUInt32BE(recordBytes)
  return Buffer.concat([
    salt,
    recordSize,
    Buffer.of(ownPublicKey.length),
    ownPublicKey,
    // 2 delimits the last record.
    cipher.update(Buffer.concat([payload, Buffer.of(2)])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function newMessageKeys(): MessageKeys {
  const ecdh = createECDH(pushCurve)
  ecdh.generateKeys()
  // OpenSSL leaves out leading zeros.
  const privateKey = Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()]).subarray(-32)
  return { salt: randomBytes(16), privateKey }
}

function derive(secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}
