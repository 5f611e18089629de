import { InstanceNotFound, HostUnreachable, type VerificationProgress } from '../driver.ts'
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
export async function verifyInstance(target: DockerTarget, op: string): Promise<VerificationProgress> {
  const { engine } = target.machine
  const container = await findContainer(target)
  if (!container) throw new InstanceNotFound()
  const done = await readOperationRecord(engine, container, 'verify')
  const { verifyCommand } = target.game
  if (done?.op === op) {
    if (verifyCommand) await removeVerifier(target)
    return done.failed === true ? 'failed' : 'done'
  }
  if (verifyCommand) return runVerifier(target, container, verifyCommand, op)
  await engine.stop(container.id, target.stopMs)
  await writeOperationRecord(engine, container, 'verify', { op, found: container.id })
  return 'done'
}

async function runVerifier(
  target: DockerTarget,
  container: Container,
  command: readonly string[],
  op: string,
): Promise<VerificationProgress> {
  const { engine } = target.machine
  const verifier = await findVerifier(target)
  const isCurrent = verifier !== null && parseLabels(verifier.labels)?.op === op
  if (isCurrent && verifier.isRunning) return 'running'
  if (isCurrent && verifier.hasRun) return finishVerification(target, container, op, verifier.exitCode)
  await engine.stop(container.id, target.stopMs)
  if (!isCurrent) await createVerifier(target, command, op, parseLabels(container.labels)?.port ?? 0)
  try {
    await engine.start(getVerifierName(target.instance))
    return 'running'
  } catch (error) {
    const driverError = toDriverError(error)
    // A command that cannot be run at all must not keep the server from its owner.
    if (driverError instanceof HostUnreachable) throw driverError
    return finishVerification(target, container, op, driverError.message)
  }
}

async function createVerifier(
  target: DockerTarget,
  command: readonly string[],
  op: string,
  port: number,
): Promise<void> {
  const { machine, game, owner, instance } = target
  await removeVerifier(target)
  await machine.engine.create(buildVerifierContainer(game, machine, command, { owner, instance, port, op }))
}

async function finishVerification(
  target: DockerTarget,
  container: Container,
  op: string,
  outcome: number | string,
): Promise<VerificationProgress> {
  const { machine, instance, log } = target
  const failed = outcome !== 0
  if (failed) log.warn({ hostName: instance.hostName, server: instance.number, outcome }, 'verifying failed')
  await writeOperationRecord(machine.engine, container, 'verify', { op, found: '', failed })
  await removeVerifier(target)
  return failed ? 'failed' : 'done'
}

/** Removes the container that verifies the files of an instance, also while it runs. */
export async function removeVerifier(target: DockerTarget): Promise<void> {
  const verifier = await findVerifier(target)
  if (verifier) await target.machine.engine.remove(verifier.id, { force: true })
}

async function findVerifier({ machine, owner, instance }: DockerTarget): Promise<Container | null> {
  const found = await machine.engine.inspect(getVerifierName(instance))
  return found && isInstanceContainer(parseLabels(found.labels), owner, instance) ? found : null
}
