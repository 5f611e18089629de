import type { ApiObject } from '../api/object-store.ts'
import type { Container } from '../kubelet/pod-types.ts'

export const finalizer = 'agones.dev/controller'
/** The container that Agones adds to each pod. */
export const sdkContainer = 'agones-gameserver-sidecar'

export type GameServerState =
  | 'Creating'
  | 'Starting'
  | 'Scheduled'
  | 'RequestReady'
  | 'Ready'
  | 'Shutdown'
  | 'Unhealthy'
  | 'Error'

export interface GameServerPort {
  name?: string
  portPolicy?: string
  container?: string
  containerPort?: number
  hostPort?: number
  protocol?: string
}

export interface Health {
  disabled?: boolean
  periodSeconds?: number
  failureThreshold?: number
  initialDelaySeconds?: number
}

/** What the emulator reads of a GameServer. */
export interface GameServerSpec {
  container?: string
  ports?: GameServerPort[]
  health?: Health
  sdkServer?: { logLevel?: string; grpcPort?: number; httpPort?: number }
  scheduling?: string
  eviction?: { safe?: string }
  template: {
    metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> }
    spec: {
      serviceAccountName?: string
      restartPolicy?: string
      terminationGracePeriodSeconds?: number
      initContainers?: Container[]
      containers: Container[]
      volumes?: { name: string }[]
    }
  }
}

export function getSpec(gameServer: ApiObject): GameServerSpec {
  return gameServer.spec as unknown as GameServerSpec
}

export function getState({ status }: ApiObject): GameServerState {
  return status?.['state'] as GameServerState
}
