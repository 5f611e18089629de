const plainHost = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/

/**
 * Returns the origin of an http or https address, such as `https://example.org:8443`; null if it has none. A
 * host that a security policy would read as a wildcard or as the end of a directive (`*`, `;`, also
 * percent-encoded) has none.
 */
export function parseWebOrigin(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname, origin } = new URL(address)
  return /^https?:$/.test(protocol) && plainHost.test(hostname) ? origin : null
}
