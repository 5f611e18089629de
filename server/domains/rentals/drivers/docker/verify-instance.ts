import { InstanceNotFound, HostUnreachable } from '../driver.ts'
import type { Container } from './engine/engine.schema.ts'
import { isInstanceContainer, parseLabels } from './containers/container-labels.ts'
import { readOperationRecord, writeOperationRecord } from './containers/operation-record.ts'
import { toDriverError } from './engine/engine-errors.ts'
import { buildVerifierContainer, getVerifierName } from './containers/container-spec.ts'
import { type DockerTarget, findContainer } from './docker-target.ts'

/**
 * Implements `FleetDriver.verify`. With a configured command, it runs while the game is stopped, in a
 * separate container with the same image, mounts and data; without one, `ensure` creates the container again
 * from its image, which is how an image is verified.
 */
export async function verifyInstance(spot: DockerTarget, op: string): Promise<'running' | 'done'> {
  const { engine } = spot.machine
  const standing = await findContainer(spot)
  if (!standing) throw new InstanceNotFound()
  const done = await readOperationRecord(engine, standing, 'verify')
  const { verifyCommand } = spot.game
  if (done?.op === op) {
    if (verifyCommand) await removeVerifier(spot)
    return 'done'
  }
  if (verifyCommand) return runVerifier(spot, standing, verifyCommand, op)
  await engine.stop(standing.id, spot.endMs)
  await writeOperationRecord(engine, standing, 'verify', { op, found: standing.id })
  return 'done'
}

async function runVerifier(
  spot: DockerTarget,
  standing: Container,
  command: readonly string[],
  op: string,
): Promise<'running' | 'done'> {
  const { engine } = spot.machine
  const verifier = await findVerifier(spot)
  const isOurs = verifier !== null && parseLabels(verifier.labels)?.op === op
  if (isOurs && verifier.isRunning) return 'running'
  if (isOurs && verifier.hasRun) return finishVerification(spot, standing, op, verifier.exitCode)
  await engine.stop(standing.id, spot.endMs)
  if (!isOurs) await createVerifier(spot, command, op, parseLabels(standing.labels)?.port ?? 0)
  try {
    await engine.start(getVerifierName(spot.place))
    return 'running'
  } catch (error) {
    const told = toDriverError(error)
    // A command that cannot be run at all must not keep the server from its owner.
    if (told instanceof HostUnreachable) throw told
    return finishVerification(spot, standing, op, told.message)
  }
}

async function createVerifier(
  spot: DockerTarget,
  command: readonly string[],
  op: string,
  port: number,
): Promise<void> {
  const { machine, game, owner, place } = spot
  await removeVerifier(spot)
  await machine.engine.create(buildVerifierContainer(game, command, { owner, place, port, op }))
}

async function finishVerification(
  spot: DockerTarget,
  standing: Container,
  op: string,
  outcome: number | string,
): Promise<'done'> {
  const { machine, place, log } = spot
  if (outcome !== 0) log.warn({ hostName: place.hostName, server: place.number, outcome }, 'verifying failed')
  await writeOperationRecord(machine.engine, standing, 'verify', { op, found: '' })
  await removeVerifier(spot)
  return 'done'
}

/** Removes the container that verifies the files of a place, whatever it does. */
export async function removeVerifier(spot: DockerTarget): Promise<void> {
  const verifier = await findVerifier(spot)
  if (verifier) await spot.machine.engine.remove(verifier.id, { force: true })
}

async function findVerifier({ machine, owner, place }: DockerTarget): Promise<Container | null> {
  const found = await machine.engine.inspect(getVerifierName(place))
  return found && isInstanceContainer(parseLabels(found.labels), owner, place) ? found : null
}
