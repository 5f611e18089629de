import { networkInterfaces } from 'node:os'

/**
 * The address to listen on for one of the settings: `::` takes IPv6 and IPv4, and is `0.0.0.0` where no interface has IPv6, whose kernel may
 * refuse it.
 */
export function findListenHost(host: string, interfaces = networkInterfaces()): string {
  const hasIpv6 = Object.values(interfaces).some((addresses) =>
    addresses?.some(({ family }) => family === 'IPv6'),
  )
  return host === '::' && !hasIpv6 ? '0.0.0.0' : host
}
