import { Readable } from 'node:stream'
import { BackupRefused } from '../backup-errors.ts'

/** The first line of an encrypted file (https://age-encryption.org/v1). */
export const ageMagic = Buffer.from('age-encryption.org/v1\n')

/** Loaded when first used: most portals encrypt nothing. */
const loadAge = () => import('age-encryption')

/** Encrypts a stream to public keys (`age1…`); any one of their identities opens it. */
export async function encryptStream(
  bytes: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): Promise<AsyncIterable<Uint8Array>> {
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return encrypter.encrypt(toWebStream(bytes))
}

/** Decrypts a stream by secret keys (`AGE-SECRET-KEY-1…`). Throws BackupRefused; damage is an error of the stream. */
export async function decryptStream(
  bytes: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): Promise<AsyncIterable<Uint8Array>> {
  if (identities.length === 0)
    throw new BackupRefused('the backup is encrypted: name the file of its key, --identity FILE')
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
  } catch (cause) {
    throw new BackupRefused('this is no secret key of age (AGE-SECRET-KEY-1…)', { cause })
  }
  return decrypter.decrypt(toWebStream(bytes)).catch((cause: unknown) => {
    const isOther = cause instanceof Error && /no identity matched/.test(cause.message)
    throw new BackupRefused(
      isOther
        ? 'the backup is encrypted to another key'
        : 'the backup is damaged: its encryption cannot be read',
      { cause },
    )
  })
}

/** A new key pair, for as long as the caller holds it. */
export async function makeKeyPair(): Promise<{ identity: string; recipient: string }> {
  const { generateIdentity, identityToRecipient } = await loadAge()
  const identity = await generateIdentity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** The secret keys of an identity file, whose other lines are comments. */
export function readIdentities(text: string): string[] {
  return text.split(/\s+/).filter((word) => word.startsWith('AGE-SECRET-KEY-'))
}

function toWebStream(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>
}
