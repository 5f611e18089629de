import Docker from 'dockerode'
import type { Config } from '../../../../../platform/config/config.ts'

type DockerHostConfig = NonNullable<Config['dockerHosts']>[number]

/** The engine of a machine, by its settings alone: the variables of Docker's own programs say nothing here. */
export function connectEngine({ url, ca, cert, key }: DockerHostConfig): Docker {
  if (url.startsWith('unix:'))
    return new Docker({ socketPath: url.slice('unix://'.length), host: '', protocol: 'http' })
  const { hostname, port } = new URL(url)
  return new Docker({ protocol: 'https', host: hostname, port: port || 443, ca, cert, key })
}
