import { isIP } from 'node:net'

/** Country domains that are registered under a second level, such as com.cn and co.uk. */
const secondLevelSuffix = /^(?:ac|co|com|edu|go|gov|ne|net|or|org)\.[a-z]{2}$/

/**
 * Whether a browser sends `SameSite=Lax` cookies of one origin in a frame of the other: the same scheme and the same registrable domain.
 * The Public Suffix List is not consulted: under a suffix of a hosting company (`github.io`) the answer may be a wrong yes.
 */
export function isSameSite(one: URL, other: URL): boolean {
  if (one.protocol !== other.protocol) return false
  if (one.hostname === other.hostname) return true
  if (isIpAddress(one.hostname) || isIpAddress(other.hostname)) return false
  const shared = sharedLabels(one.hostname, other.hostname)
  return shared.length > 2 || (shared.length === 2 && !secondLevelSuffix.test(shared.join('.')))
}

function isIpAddress(hostname: string): boolean {
  return isIP(hostname.replaceAll(/[[\]]/g, '')) > 0
}

function sharedLabels(one: string, other: string): string[] {
  const [a, b] = [one.split('.').toReversed(), other.split('.').toReversed()]
  const differs = a.findIndex((label, at) => label !== b[at])
  return a.slice(0, differs < 0 ? a.length : differs).toReversed()
}
