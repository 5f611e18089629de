/** The key of a file in a secret, where slashes are not allowed. */
export function encodeFileName(path: string): string {
  return Buffer.from(path).toString('base64url')
}

export function decodeFileName(key: string): string {
  return Buffer.from(key, 'base64url').toString('utf8')
}

/** The key of a secret's revision; no file has a key with a dot. */
export const revisionKey = '.revision'
