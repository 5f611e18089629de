import type { Config } from '../../../../platform/config/config.ts'
import type { Host } from '../driver.ts'

type DockerHostConfig = NonNullable<Config['dockerHosts']>[number]

/** A machine of the settings as the fleet sees it. */
export function toHost(host: DockerHostConfig): Host {
  const [first = 0, last = 0] = host.ports.split('-').map(Number)
  const asked = host.ask ?? getDefaultAddress(host)
  return {
    name: host.name,
    regions: host.regions,
    host: asked,
    publicHost: host.public ?? asked,
    ports: { first, last },
    most: host.most ?? null,
  }
}

/** What listens on every address is asked at the one the engine itself is asked at. */
function getDefaultAddress({ bind, url }: DockerHostConfig): string {
  if (bind !== '0.0.0.0' && bind !== '::') return bind
  return url.startsWith('unix:') ? '127.0.0.1' : new URL(url).hostname.replace(/^\[|\]$/g, '')
}
