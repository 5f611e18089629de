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

/** What `FleetDriver.ensure` says: made or adopted, its files written, started where it does not run. */
export async function ensureInstance(
  spot: DockerTarget,
  { port, files }: Pick<InstanceSpec, 'port' | 'files'>,
): Promise<ObservedInstance> {
  const { engine } = spot.machine
  const entries = toFileEntries(files)
  const found = await findContainer(spot)
  if (!found?.isRunning) await ensureNetwork(spot, port)
  const standing = found ?? (await createContainer(spot, port))
  const fit = (await isReusable(spot, standing, port))
    ? standing
    : await recreateContainer(spot, standing, port)
  await writeContainerFiles(engine, fit, entries).catch((error: unknown) => cleanUpAndThrow(spot, fit, error))
  if (!fit.isRunning) await startContainer(spot, fit)
  const after = await engine.inspect(fit.id)
  if (!after) throw new HostUnreachable(`${getInstanceName(spot.place)} was removed while it was made`)
  return toObservedInstance(spot.place, after)
}

/**
 * Whether a container can be started unchanged: it has the wanted port and network, and is not to be
 * verified.
 */
async function isReusable(
  { machine, owner, place }: DockerTarget,
  standing: Container,
  port: number,
): Promise<boolean> {
  if (standing.isRunning) return true
  if (parseLabels(standing.labels)?.port !== port) return false
  if (standing.labels[networkLabel] !== getNetworkName(owner, place)) return false
  const verified = standing.hasRun ? await readOperationRecord(machine.engine, standing, 'verify') : null
  return verified?.found !== standing.id
}

/** Removes a container that does not run and makes it again from its image, with the same data. */
async function recreateContainer(spot: DockerTarget, { id }: Container, port: number): Promise<Container> {
  await spot.machine.engine.remove(id, { force: false })
  return createContainer(spot, port)
}

async function createContainer(spot: DockerTarget, port: number): Promise<Container> {
  const { machine, game, owner, place } = spot
  const spec = buildGameContainer(game, machine.bind, { owner, place, port, op: '' })
  const refusal: unknown = await machine.engine.create(spec).then(
    () => null,
    (error: unknown) => error,
  )
  // Of two concurrent creations of one name, one is refused: 409 by Docker, 500 by Podman. Only an inspection
  // shows whether the container exists.
  if (isNameInUse(refusal)) await waitUntilVisible(spot)
  const made = await findContainer(spot)
  if (made) return made
  const isTaken = (await machine.engine.inspect(getInstanceName(place))) !== null
  const told = isTaken
    ? new HostFull(`${machine.host.name} has another's container that is called ${getInstanceName(place)}`)
    : refusal === null
      ? new HostUnreachable(`${getInstanceName(place)} was removed while it was made`)
      : toDriverError(refusal)
  if (!(told instanceof HostUnreachable)) await removeNetwork(spot)
  throw told
}

/**
 * Waits until an inspection finds the container whose name is in use, at most `visibleTimeoutMs`. Podman
 * reserves a name in its storage before the container can be inspected.
 */
async function waitUntilVisible({ machine, place }: DockerTarget): Promise<void> {
  for (let waitedMs = 0; waitedMs < visibleTimeoutMs; waitedMs += visiblePollMs) {
    if (await machine.engine.inspect(getInstanceName(place))) return
    await delay(visiblePollMs)
  }
}

/** Whatever the engine says of it: what runs is started. */
async function startContainer(spot: DockerTarget, { id }: Container): Promise<void> {
  const { engine } = spot.machine
  try {
    await engine.start(id)
  } catch (error) {
    const after = await engine.inspect(id)
    if (!after?.isRunning) await cleanUpAndThrow(spot, after, error)
  }
}

/**
 * Throws the error of an instance that could not be made ready. After PortInUse and HostFull nothing of it
 * remains.
 */
async function cleanUpAndThrow(spot: DockerTarget, left: Container | null, error: unknown): Promise<never> {
  const { engine } = spot.machine
  const told = error instanceof HostFull ? error : toDriverError(error)
  if (told instanceof HostUnreachable) throw told
  if (left?.isRunning) throw new HostUnreachable(told.message)
  if (left) await engine.remove(left.id, { force: false })
  await removeNetwork(spot)
  await engine.removeVolume(getVolumeName(spot.owner, spot.place))
  throw told
}
