import type { Config } from '../../../../platform/config/config.ts'
import type { Host } from '../driver.ts'
import { getHostClasses } from '../host-class-settings.ts'

type DockerHostConfig = NonNullable<Config['dockerHosts']>[number]

/** Returns the driver’s view of a configured host. */
export function toHost(config: Pick<Config, 'hostClasses' | 'dockerMemoryMb'>, host: DockerHostConfig): Host {
  const [first = 0, last = 0] = host.ports.split('-').map(Number)
  const queryHost = host.ask ?? getDefaultAddress(host)
  return {
    name: host.name,
    regions: host.regions,
    host: queryHost,
    publicHost: host.public ?? queryHost,
    ports: { first, last },
    most: host.most ?? null,
    classes: getHostClasses(config, { own: host.classes, defaults: { memoryMb: config.dockerMemoryMb } }),
    limits: { memoryMb: host.capacity?.memoryMb ?? null, cpus: host.capacity?.cpus ?? null },
  }
}

/** If the ports listen on every address, queries go to the address of the engine. */
function getDefaultAddress({ bind, url }: DockerHostConfig): string {
  if (bind !== '0.0.0.0' && bind !== '::') return bind
  return url.startsWith('unix:') ? '127.0.0.1' : new URL(url).hostname.replace(/^\[|\]$/g, '')
}
