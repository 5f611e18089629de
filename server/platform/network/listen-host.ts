import { networkInterfaces } from 'node:os'
import { type Config, localUrl } from '../config/config.ts'
import type { App } from '../http/app.ts'

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

/** Takes requests at the address of the settings; returns it with the port that was taken. */
export async function startListening(
  app: App,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<string> {
  const actual = findListenHost(host)
  await app.listen({ host: actual, port })
  const [address] = app.addresses()
  return localUrl(actual, typeof address === 'object' ? address.port : port)
}
