import type { Config } from '../../../platform/config/config.ts'
import { createAddressPolicy } from '../../../platform/network/outgoing-requests.ts'
import { fetchWithLimits, FetchFailed } from '../../../platform/network/fetch-with-limits.ts'

export interface Picture {
  bytes: Buffer
  /** The type according to the bytes, whatever the header says. */
  type: string
}

type PictureRules = Pick<Config, 'steamApiUrl' | 'steamPictureHosts' | 'allowPrivate'>

const fetchLimits = { withinMs: 5_000, maxBytes: 256 * 1024 }

/** A player's picture from where the Web API says it is, if that is one of the hosts of pictures. Throws FetchFailed. */
export async function fetchPicture(rules: PictureRules, address: string): Promise<Picture> {
  const url = URL.parse(address)
  if (!url || !isAllowedUrl(url, rules))
    throw new FetchFailed('named a picture on a host that is not allowed')
  const bytes = await fetchWithLimits(url, fetchLimits, createAddressPolicy(rules))
  const type = detectImageType(bytes)
  if (type === null) throw new FetchFailed('answered with something else than a picture')
  return { bytes, type }
}

/** Only over https, unless the Web API itself is plain (development). An allowed host with a port is that port alone. */
function isAllowedUrl({ protocol, host, hostname, username, password }: URL, rules: PictureRules): boolean {
  const isPlainAllowed = rules.steamApiUrl.startsWith('http:')
  if (protocol !== 'https:' && !(isPlainAllowed && protocol === 'http:')) return false
  if (username !== '' || password !== '') return false
  const isAt = (name: string, allowed: string) => name === allowed || name.endsWith(`.${allowed}`)
  return rules.steamPictureHosts.some((allowed) => isAt(host, allowed) || isAt(hostname, allowed))
}

/** Returns the type according to a picture's first bytes; null for a format that not all browsers show. */
export function detectImageType(bytes: Buffer): string | null {
  const begins = (hex: string, at = 0) => bytes.toString('hex', at, at + hex.length / 2) === hex
  if (begins('ffd8ff')) return 'image/jpeg'
  if (begins('89504e470d0a1a0a')) return 'image/png'
  if (begins('474946383761') || begins('474946383961')) return 'image/gif'
  return begins('52494646') && begins('57454250', 8) ? 'image/webp' : null
}
