import { setTimeout as delay } from 'node:timers/promises'
import {
  HostFull,
  HostUnreachable,
  type ObservedInstance,
  type InstanceSpec,
  getInstanceName,
} from '../driver.ts'
import type { Container } from './engine/engine.schema.ts'
import { toFileEntries, writeContainerFiles } from './containers/container-files.ts'
import { parseLabels, getVolumeName } from './containers/container-labels.ts'
import { ensureNetwork, getNetworkName, removeNetwork } from './containers/container-network.ts'
import { readOperationRecord } from './containers/operation-record.ts'
import { isNameInUse, toDriverError } from './engine/engine-errors.ts'
import { buildGameContainer, networkLabel } from './containers/container-spec.ts'
import { type DockerTarget, toObservedInstance, findContainer } from './docker-target.ts'

const visibleTimeoutMs = 5_000
const visiblePollMs = 100

/** What a call made new, and so removes if the instance cannot be started. */
interface Created {
  container: boolean
  network: boolean
  volume: boolean
}

/**
 * Implements `FleetDriver.ensure`: creates or adopts the container, writes its files, starts it if it does not run. After PortInUse and
 * HostFull everything that it created is removed again; what was there before stays with its data, for `remove` to decide about.
 */
export async function ensureInstance(
  target: DockerTarget,
  { port, files }: Pick<InstanceSpec, 'port' | 'files'>,
): Promise<ObservedInstance> {
  const { engine } = target.machine
  const entries = toFileEntries(files)
  const found = await findContainer(target)
  const created: Created = {
    container: false,
    network: !found?.isRunning && (await ensureNetwork(target, port)),
    volume: !found && !(await engine.hasVolume(getVolumeName(target.owner, target.instance))),
  }
  const container = found ?? (await createContainer(target, port, created))
  const usable = (await isReusable(target, container, port))
    ? container
    : await recreateContainer(target, container, port, created)
  await writeContainerFiles(engine, usable, entries).catch((error: unknown) =>
    cleanUpAndThrow(target, usable, created, error),
  )
  if (!usable.isRunning) await startContainer(target, usable, created)
  const after = await engine.inspect(usable.id)
  if (!after)
    throw new HostUnreachable(`${getInstanceName(target.instance)} was removed while it was created`)
  return toObservedInstance(target.instance, after)
}

/**
 * Whether a container can be started unchanged: it has the wanted port and network, and is not to be
 * verified.
 */
async function isReusable(
  { machine, owner, instance }: DockerTarget,
  container: Container,
  port: number,
): Promise<boolean> {
  if (container.isRunning) return true
  if (parseLabels(container.labels)?.port !== port) return false
  if (container.labels[networkLabel] !== getNetworkName(owner, instance)) return false
  const verified = container.hasRun ? await readOperationRecord(machine.engine, container, 'verify') : null
  return verified?.found !== container.id
}

/** Removes a container that does not run and makes it again from its image, with the same data. */
async function recreateContainer(
  target: DockerTarget,
  { id }: Container,
  port: number,
  created: Created,
): Promise<Container> {
  await target.machine.engine.remove(id, { force: false })
  return createContainer(target, port, created)
}

async function createContainer(target: DockerTarget, port: number, created: Created): Promise<Container> {
  const { machine, game, owner, instance } = target
  const spec = buildGameContainer(game, machine, { owner, instance, port, op: '' })
  const refusal: unknown = await machine.engine.create(spec).then(
    () => null,
    (error: unknown) => error,
  )
  // Of two concurrent creations of one name, one is refused: 409 by Docker, 500 by Podman. Only an inspection
  // shows whether the container exists.
  if (isNameInUse(refusal)) await waitUntilVisible(target)
  const container = await findContainer(target)
  if (container) {
    // After an error it may as well be the container of a concurrent call.
    created.container = refusal === null
    return container
  }
  const isTaken = (await machine.engine.inspect(getInstanceName(instance))) !== null
  const driverError = isTaken
    ? new HostFull(
        `${machine.host.name} already has a container of another owner named ${getInstanceName(instance)}`,
      )
    : refusal === null
      ? new HostUnreachable(`${getInstanceName(instance)} was removed while it was created`)
      : toDriverError(refusal)
  if (created.network && !(driverError instanceof HostUnreachable)) await removeNetwork(target)
  throw driverError
}

/**
 * Waits until an inspection finds the container whose name is in use, at most `visibleTimeoutMs`. Podman
 * reserves a name in its storage before the container can be inspected.
 */
async function waitUntilVisible({ machine, instance }: DockerTarget): Promise<void> {
  for (let waitedMs = 0; waitedMs < visibleTimeoutMs; waitedMs += visiblePollMs) {
    if (await machine.engine.inspect(getInstanceName(instance))) return
    await delay(visiblePollMs)
  }
}

/** An error of `start` is ignored if the container runs afterwards. */
async function startContainer(target: DockerTarget, { id }: Container, created: Created): Promise<void> {
  const { engine } = target.machine
  try {
    await engine.start(id)
  } catch (error) {
    const after = await engine.inspect(id)
    if (!after?.isRunning) await cleanUpAndThrow(target, after, created, error)
  }
}

/** Throws the error of an instance that could not be made ready. After PortInUse and HostFull nothing that was created remains. */
async function cleanUpAndThrow(
  target: DockerTarget,
  left: Container | null,
  created: Created,
  error: unknown,
): Promise<never> {
  const { engine } = target.machine
  const driverError = error instanceof HostFull ? error : toDriverError(error)
  if (driverError instanceof HostUnreachable) throw driverError
  if (left?.isRunning) throw new HostUnreachable(driverError.message)
  if (created.container) {
    if (left) await engine.remove(left.id, { force: false })
    if (created.network) await removeNetwork(target)
    if (created.volume) await engine.removeVolume(getVolumeName(target.owner, target.instance))
  }
  throw driverError
}
