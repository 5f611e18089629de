import type { Config } from '../../../platform/config/config.ts'
import { toHost } from '../drivers/docker/docker-host.ts'
import type { GameAddress } from './game.ts'

/** Where the RCON of a game server is reached, and how. */
export interface RconRoute extends GameAddress {
  tls?: { ca: string; serverName?: string | undefined }
}

/** Returns the way to the RCON of a server: the TLS proxy of its Docker host where the settings name one, otherwise its own port. */
export function findRconRoute(
  config: Pick<Config, 'rentalDriver' | 'dockerHosts' | 'hostClasses' | 'dockerMemoryMb'>,
  { host, port }: GameAddress,
): RconRoute {
  const hosts = config.rentalDriver === 'docker' ? (config.dockerHosts ?? []) : []
  for (const settings of hosts) {
    const { host: queryHost, ports } = toHost(config, settings)
    const { rcon } = settings
    if (!rcon || queryHost !== host || port < ports.first || port > ports.last) continue
    const { ca, offset, name: serverName } = rcon
    return { host: rcon.host ?? host, port: port + offset, tls: { ca, serverName } }
  }
  return { host, port }
}
