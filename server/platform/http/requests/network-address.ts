import { isIPv4, isIPv6 } from 'node:net'

/**
 * C20: Returns the network address a limit counts for: for IPv6 the /64 of one customer, in canonical form.
 * Removes the port that some proxies add; all invalid addresses count as one visitor, so that inventing new
 * ones does not help.
 */
export function addressSubject(ip: string): string {
  const bare = withoutPort(ip)
  if (isIPv4(bare)) return bare
  const [address = ''] = bare.split('%')
  if (!isIPv6(address)) return 'unknown'
  const groups = groupsOf(address)
  return mappedIPv4(groups) ?? groups.slice(0, 4).join(':')
}

/** The network around an `addressSubject` that one customer or data centre may hold whole (/48); null but for IPv6. */
export function networkSubject(subject: string): string | null {
  return subject.includes(':') ? subject.split(':').slice(0, 3).join(':') : null
}

function withoutPort(ip: string): string {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\](?::\d*)?|([\d.]+):\d*)$/.exec(ip) ?? []
  return inBrackets ?? beforePort ?? ip
}

/** The eight groups of an IPv6 address, hexadecimal in lower case, without zeros before. */
function groupsOf(address: string): string[] {
  // The parser of URLs knows all ways to write one, and answers the one way.
  const { hostname } = new URL(`http://[${address}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

/** Returns the IPv4 address of an IPv4-mapped IPv6 address, as a dual-stack socket reports it. */
function mappedIPv4(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((word) => [word >> 8, word & 255])
    .join('.')
}
