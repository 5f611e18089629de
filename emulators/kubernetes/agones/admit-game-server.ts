import { type ApiObject, Refusal } from '../api/object-store.ts'
import { type GameServerSpec, finalizer, getSpec } from './game-server-types.ts'

/**
 * What the webhooks of Agones do with a new GameServer: defaults, a finalizer, and the first state. Throws the refusals of its schema and
 * of its validation. Ports that Agones itself chooses are not emulated.
 */
export function admitGameServer(sent: ApiObject): ApiObject {
  const problem = findProblem(sent)
  if (problem !== null)
    throw new Refusal(422, 'Invalid', `GameServer.agones.dev "${sent.metadata.name}" is invalid: ${problem}`)
  const spec = getSpec(sent)
  const container = spec.container ?? spec.template.spec.containers[0]?.name ?? ''
  const { disabled = false, periodSeconds, failureThreshold, initialDelaySeconds } = spec.health ?? {}
  const complete = {
    ...spec,
    container,
    ports: (spec.ports ?? []).map((port) => ({ protocol: 'UDP', container, range: 'default', ...port })),
    health: disabled
      ? { disabled }
      : {
          periodSeconds: periodSeconds || 5,
          failureThreshold: failureThreshold || 3,
          initialDelaySeconds: initialDelaySeconds || 5,
        },
    sdkServer: { logLevel: 'Info', grpcPort: 9357, httpPort: 9358, ...spec.sdkServer },
    scheduling: spec.scheduling ?? 'Packed',
    eviction: { safe: spec.eviction?.safe ?? 'Never' },
  }
  const finalizers = [...(sent.metadata.finalizers ?? []), finalizer]
  const metadata = { ...sent.metadata, finalizers }
  const status = { state: 'Creating', ports: null, address: '', nodeName: '', eviction: complete.eviction }
  return { ...sent, metadata, spec: complete as unknown as Record<string, unknown>, status }
}

const allowed = {
  portPolicy: ['Static'],
  protocol: ['UDP', 'TCP', 'TCPUDP'],
  safe: ['Always', 'OnUpgrade', 'Never'],
  scheduling: ['Packed', 'Distributed'],
}

function findProblem(sent: ApiObject): string | null {
  const spec = sent.spec as unknown as Partial<GameServerSpec> | undefined
  const containers = spec?.template?.spec?.containers ?? []
  if (!spec?.template || containers.length === 0) return 'spec.template.spec.containers: Required value'
  if (spec.container === undefined && containers.length > 1) return 'spec.container: Required value'
  if (spec.container !== undefined && !containers.some(({ name }) => name === spec.container))
    return `spec.container: Could not find a container named ${spec.container}`
  for (const [index, port] of (spec.ports ?? []).entries()) {
    const at = `spec.ports[${index}]`
    if (!allowed.portPolicy.includes(port.portPolicy ?? 'Dynamic'))
      return `${at}.portPolicy: the emulator assigns no ports`
    if (!allowed.protocol.includes(port.protocol ?? 'UDP')) return `${at}.protocol: Unsupported value`
    if (!port.containerPort) return `${at}.containerPort: Required value`
  }
  if (!allowed.safe.includes(spec.eviction?.safe ?? 'Never')) return 'spec.eviction.safe: Unsupported value'
  if (!allowed.scheduling.includes(spec.scheduling ?? 'Packed')) return 'spec.scheduling: Unsupported value'
  return null
}
