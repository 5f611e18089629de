import type { Config } from '../../../../platform/config/config.ts'
import type { FleetNode } from '../driver.ts'

type DockerHost = NonNullable<Config['dockerHosts']>[number]

/** A machine of the settings as the fleet sees it. */
export function nodeOf(host: DockerHost): FleetNode {
  const [first = 0, last = 0] = host.ports.split('-').map(Number)
  const asked = host.ask ?? askedAt(host)
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
function askedAt({ bind, url }: DockerHost): string {
  if (bind !== '0.0.0.0' && bind !== '::') return bind
  return url.startsWith('unix:') ? '127.0.0.1' : new URL(url).hostname.replace(/^\[|\]$/g, '')
}
