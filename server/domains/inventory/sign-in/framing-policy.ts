/** Which header forbids the portal to show a page of the site in a frame; null where none does. */
export function findFramingBlock(headers: Headers, site: URL, portal: URL): string | null {
  const policies = (headers.get('content-security-policy') ?? '').split(',')
  const ancestors = policies.map(readFrameAncestors).filter((sources) => sources !== undefined)
  if (ancestors.length > 0) {
    const refused = ancestors.find(
      (sources) => !sources.some((source) => matchesSource(source, site, portal)),
    )
    return refused ? `Content-Security-Policy: frame-ancestors ${refused.join(' ')}`.slice(0, 200) : null
  }
  // With frame-ancestors set, browsers ignore this header; they know only these two values.
  const option = headers.get('x-frame-options')?.trim().toUpperCase() ?? ''
  return option === 'DENY' || option === 'SAMEORIGIN' ? `X-Frame-Options: ${option}` : null
}

/** The sources of a policy's frame-ancestors, undefined where it has none. */
function readFrameAncestors(policy: string): string[] | undefined {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
  return directives.find(([name = '']) => name.toLowerCase() === 'frame-ancestors')?.slice(1)
}

const hostSource = /^(?:([a-z][a-z\d+.-]*):\/\/)?(\[[^\]]+\]|[^:/]+)(?::(\d+|\*))?(?:\/.*)?$/

/** Whether a CSP source matches the portal. `'self'` never does: the portal is another origin than the site. */
function matchesSource(written: string, site: URL, portal: URL): boolean {
  const source = written.toLowerCase()
  if (source === '*') return true
  if (/^[a-z][a-z\d+.-]*:$/.test(source)) return allowsScheme(source, portal)
  const [, scheme, host = '', port] = hostSource.exec(source) ?? []
  if (!allowsScheme(scheme === undefined ? site.protocol : `${scheme}:`, portal)) return false
  return allowsHost(host, portal.hostname) && allowsPort(port, portal)
}

function allowsScheme(scheme: string, { protocol }: URL): boolean {
  return scheme === protocol || (scheme === 'http:' && protocol === 'https:')
}

function allowsHost(host: string, hostname: string): boolean {
  if (host === '*') return true
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : host === hostname
}

function allowsPort(port: string | undefined, { protocol, port: own }: URL): boolean {
  const standard = protocol === 'https:' ? '443' : '80'
  return port === '*' || (port ?? standard) === (own === '' ? standard : own)
}
