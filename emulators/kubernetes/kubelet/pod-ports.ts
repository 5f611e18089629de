import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Where the SDK of Agones listens in each pod: gRPC, HTTP, and its health. */
const sdkPorts = [9357, 9358, 8080]
const healthPort = 8080

/** A pod has no network of its own here: the ports that are the same in each pod are replaced by free ones of this machine. */
export class PodPorts {
  readonly #ports: ReadonlyMap<number, number>

  private constructor(ports: ReadonlyMap<number, number>) {
    this.#ports = ports
  }

  static async open(): Promise<PodPorts> {
    const free = await Promise.all(sdkPorts.map(async (port) => [port, await findFreePort()] as const))
    return new PodPorts(new Map(free))
  }

  get(port: number): number {
    return this.#ports.get(port) ?? port
  }

  /** In arguments such as `--http-port=9358`. */
  translateWord(word: string): string {
    return word.replace(/^(--[a-z]+-port=)(\d+)$/, (_whole, option: string, port: string) => {
      return `${option}${this.get(Number(port))}`
    })
  }

  translateVariable(name: string, value: string): string {
    return /^AGONES_SDK_\w+_PORT$/.test(name) ? String(this.get(Number(value))) : value
  }

  get sdkVariables(): Record<string, string> {
    return { HEALTH_PORT: String(this.get(healthPort)) }
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
