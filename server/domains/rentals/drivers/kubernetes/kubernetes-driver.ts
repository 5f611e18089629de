import type { HostClass } from '@clutch/contract/rules/rentals/host-classes.ts'
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
import type { Cluster, ClusterTarget, CommonOptions } from './cluster-target.ts'
import { assertInsideFolder, saveFiles } from './objects/game-files.ts'
import { eraseLeftInstances, removeInstance, stopInstance } from './operations/end-instance.ts'
import { ensureInstance } from './operations/ensure-instance.ts'
import { deleteOnNode, readOnNode, visitOnNode, writeOnNode } from './operations/instance-data.ts'
import { listInstances, observeInstance, readRoom } from './operations/observe-instances.ts'
import { requireRecord, restartInstance } from './operations/restart-instance.ts'
import { openVersionReader } from './operations/installed-version.ts'
import { verifyInstance } from './operations/verify-instance.ts'

const defaultClass: HostClass = 'standard'

/**
 * Game servers in pods of Kubernetes. It watches nothing: each call reads the objects of the API, which are the source of truth.
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
  readonly #versions = new Map<string, ReturnType<typeof openVersionReader>>()
  /** The hosts on which left data is being deleted. */
  readonly #erasing = new Set<string>()

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
    const { instances, left } = await listInstances(this.#getCluster(hostName), this.#options)
    void this.#eraseLeft(hostName, left)
    return { instances, complete: true }
  }

  async readMachine(hostName: string): Promise<Machine> {
    return readRoom(this.#getCluster(hostName), this.#options.owner)
  }

  /** The oldest version of its nodes: only then does each server start with at least that one. It is read once a minute. */
  async readInstalledVersion(hostName: string): Promise<string | null> {
    const read = this.#versions.get(hostName) ?? openVersionReader(this.#getCluster(hostName), this.#options)
    this.#versions.set(hostName, read)
    return read()
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

  /** Nothing to close: no connection stays open, and what is being deleted ends by itself. */
  close(): void {}

  /** A node that is slow delays no list. */
  async #eraseLeft(hostName: string, left: readonly InstanceRef[]): Promise<void> {
    if (left.length === 0 || this.#erasing.has(hostName)) return
    this.#erasing.add(hostName)
    await eraseLeftInstances(left.map((instance) => this.#target(instance)))
    this.#erasing.delete(hostName)
  }

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
