import type { HostClass } from '@clutch/contract/rules/rentals/host-classes.ts'
import { z } from 'zod'
import {
  type ConfigFiles,
  type FleetDriver,
  HostUnreachable,
  type InstanceRef,
  type InstanceSpec,
  type Machine,
  type ObservedInstance,
  type VerificationProgress,
  type VisitGameFile,
} from '../driver.ts'
import { normalizeInsidePath } from '../process/records/instance-folder.ts'
import { callAgent, listAgents } from './agent/call-agent.ts'
import type { Cluster, ClusterTarget, CommonOptions } from './cluster-target.ts'
import { listNodes, sumMachines } from './nodes.ts'
import { assertInsideFolder, saveFiles } from './objects/game-files.ts'
import { removeInstance, stopInstance } from './operations/end-instance.ts'
import { ensureInstance } from './operations/ensure-instance.ts'
import { deleteOnNode, readOnNode, visitOnNode, writeOnNode } from './operations/instance-data.ts'
import { listInstances, observeInstance } from './operations/observe-instances.ts'
import { requireRecord, restartInstance } from './operations/restart-instance.ts'
import { verifyInstance } from './operations/verify-instance.ts'

const defaultClass: HostClass = 'standard'

/**
 * Game servers in pods of Kubernetes. It keeps no state and watches nothing: each call reads the objects of the API, which are the
 * source of truth.
 */
export class KubernetesDriver implements FleetDriver {
  readonly kind = 'kubernetes'
  readonly hosts
  /** Installs are updated on the nodes (deploy/kubernetes). */
  readonly canUpdateInstalls = false
  readonly canChangeInstalls = false
  readonly #clusters: ReadonlyMap<string, Cluster>
  readonly #options: CommonOptions
  readonly #stopMs: number

  constructor(clusters: readonly Cluster[], common: CommonOptions, stopMs: number) {
    this.hosts = clusters.map(({ host }) => host)
    this.#clusters = new Map(clusters.map((cluster) => [cluster.host.name, cluster]))
    this.#options = common
    this.#stopMs = stopMs
  }

  async ensure(spec: InstanceSpec): Promise<ObservedInstance> {
    return ensureInstance(this.#target(spec), spec)
  }

  async observe(instance: InstanceRef): Promise<ObservedInstance | null> {
    return observeInstance(this.#target(instance))
  }

  async list(hostName: string): Promise<{ instances: ObservedInstance[]; complete: boolean }> {
    return listInstances(this.#getCluster(hostName), this.#options)
  }

  async readMachine(hostName: string): Promise<Machine> {
    return sumMachines(await listNodes(this.#getCluster(hostName)))
  }

  /** The oldest version of its nodes: only then does each server start with at least that one. */
  async readInstalledVersion(hostName: string): Promise<string | null> {
    const { install } = this.#options
    const { client } = this.#getCluster(hostName)
    if (install === null) return null
    const versions: string[] = []
    for (const node of (await listAgents(client)).keys()) {
      const version = z
        .string()
        .nullable()
        .parse(await callAgent(client, node, ['installed', install]))
      if (version === null) return null
      versions.push(version)
    }
    return versions.toSorted(compareVersions).at(0) ?? null
  }

  updateInstall(): Promise<null> {
    return Promise.resolve(null)
  }

  async configure(instance: InstanceRef, files: ConfigFiles): Promise<void> {
    assertInsideFolder(files)
    const target = this.#target(instance)
    const record = await requireRecord(target)
    const revision = await saveFiles(target, record, files, { keep: true })
    await writeOnNode(target, record, files, revision)
  }

  async readFile(instance: InstanceRef, path: string, maxBytes: number): Promise<string | null> {
    normalizeInsidePath(path)
    const target = this.#target(instance)
    return readOnNode(target, await requireRecord(target), path, maxBytes)
  }

  async readFolder(
    instance: InstanceRef,
    folder: string,
    visit: VisitGameFile,
    signal: AbortSignal,
  ): Promise<void> {
    normalizeInsidePath(folder)
    const target = this.#target(instance)
    await visitOnNode(target, await requireRecord(target), { folder, visit, signal })
  }

  async removeFile(instance: InstanceRef, path: string): Promise<void> {
    normalizeInsidePath(path)
    const target = this.#target(instance)
    await deleteOnNode(target, await requireRecord(target), path)
  }

  async stop(instance: InstanceRef, graceMs: number): Promise<void> {
    await stopInstance(this.#target(instance), graceMs)
  }

  async restart(instance: InstanceRef, op: string): Promise<ObservedInstance> {
    return restartInstance(this.#target(instance), { op, graceMs: this.#stopMs })
  }

  async verify(instance: InstanceRef, op: string): Promise<VerificationProgress> {
    return verifyInstance(this.#target(instance), { op, graceMs: this.#stopMs })
  }

  async remove(instance: InstanceRef, options: { graceMs: number; keepData: boolean }): Promise<void> {
    await removeInstance(this.#target(instance), options)
  }

  /** Nothing to close: no connection or timer outlives a call. */
  close(): void {}

  #target(instance: InstanceRef): ClusterTarget {
    const cluster = this.#getCluster(instance.hostName)
    return { ...this.#options, cluster, game: cluster.games[instance.hostClass ?? defaultClass], instance }
  }

  #getCluster(hostName: string): Cluster {
    const cluster = this.#clusters.get(hostName)
    if (!cluster) throw new HostUnreachable(`${hostName} is not a configured cluster`)
    return cluster
  }
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
