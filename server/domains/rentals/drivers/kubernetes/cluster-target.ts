import type { HostClass } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { Logger } from 'pino'
import type { Host, InstanceRef, Machine } from '../driver.ts'
import type { ClusterClient } from './api/cluster-client.ts'

/** What a game's pod is, by the settings alone. */
export interface GamePod {
  image: string
  command: readonly string[]
  /** Null: verifying creates the pod again. */
  verifyCommand: readonly string[] | null
  /** `/of/the/node:/in/the/container:ro` */
  mounts: readonly string[]
  /** 0: neither request nor limit. */
  memoryMb: number
  cpus: number
}

/** When Agones ends a game that does not report its health; seconds. */
export interface AgonesHealth {
  initialDelaySeconds: number
  periodSeconds: number
  failureThreshold: number
}

/** A configured cluster. */
export interface Cluster {
  host: Host
  client: ClusterClient
  games: Readonly<Record<HostClass, GamePod>>
  /** The labels of its nodes for games. */
  nodes: Readonly<Record<string, string>>
  asksPublicly: boolean
  isHostNetwork: boolean
  /** Games run as GameServers of Agones; null: as plain pods. */
  agones: AgonesHealth | null
  /** Names of secrets for pulling images, and the priority of the pods; null: the default of the cluster. */
  imagePullSecrets: readonly string[]
  priorityClassName: string | null
  /** What pods of others take from each node. */
  reserve: Machine
  /** The nodes whose private addresses were logged. */
  warnedNodes: Set<string>
  /** The nodes that had no install when a server was to start there, and until when none is tried there, ms. */
  nodesWithoutInstall: Map<string, number>
}

/** What all clusters have in common. */
export interface CommonOptions {
  owner: string
  /** Runs on the nodes: the program of `agent/`. */
  agentImage: string
  /** The folder of a node that holds the data of its instances. */
  dataDir: string
  user: { uid: number; gid: number }
  /** The install as the game sees it; null where none is configured. */
  install: string | null
  words: readonly string[]
  log: Logger
  /** The time now, in ms. */
  now: () => number
}

/** An instance and what is needed to work with it. */
export interface ClusterTarget extends CommonOptions {
  cluster: Cluster
  game: GamePod
  instance: InstanceRef
}
