import { InstanceGone, NodeSilent } from '../driver.ts'
import type { Container } from './answers.ts'
import { isAt, readMarks } from './marks.ts'
import { readNote, writeNote } from './notes.ts'
import { explain } from './refusal.ts'
import { verifierContainer, verifierName } from './spec.ts'
import { type Spot, standingAt } from './spot.ts'

/**
 * What `FleetDriver.verify` says. With a command of the settings it runs beside the stopped game, in a container of its own with the
 * same image, mounts and data; without, `ensure` makes the container anew from its image, which is what verifying an image means.
 */
export async function verifyAt(spot: Spot, op: string): Promise<'running' | 'done'> {
  const { engine } = spot.machine
  const standing = await standingAt(spot)
  if (!standing) throw new InstanceGone()
  const done = await readNote(engine, standing, 'verify')
  const { verifyCommand } = spot.game
  if (done?.op === op) {
    if (verifyCommand) await removeVerifier(spot)
    return 'done'
  }
  if (verifyCommand) return runVerifier(spot, standing, verifyCommand, op)
  await engine.stop(standing.id, spot.endMs)
  await writeNote(engine, standing, 'verify', { op, found: standing.id })
  return 'done'
}

async function runVerifier(
  spot: Spot,
  standing: Container,
  command: readonly string[],
  op: string,
): Promise<'running' | 'done'> {
  const { engine } = spot.machine
  const verifier = await verifierAt(spot)
  const isOurs = verifier !== null && readMarks(verifier.labels)?.op === op
  if (isOurs && verifier.isRunning) return 'running'
  if (isOurs && verifier.hasRun) return end(spot, standing, op, verifier.exitCode)
  await engine.stop(standing.id, spot.endMs)
  if (!isOurs) await makeVerifier(spot, command, op, readMarks(standing.labels)?.port ?? 0)
  try {
    await engine.start(verifierName(spot.place))
    return 'running'
  } catch (error) {
    const told = explain(error)
    // A command that cannot be run at all must not keep the server from its owner.
    if (told instanceof NodeSilent) throw told
    return end(spot, standing, op, told.message)
  }
}

async function makeVerifier(spot: Spot, command: readonly string[], op: string, port: number): Promise<void> {
  const { machine, game, owner, place } = spot
  await removeVerifier(spot)
  await machine.engine.create(verifierContainer(game, command, { owner, place, port, op }))
}

async function end(spot: Spot, standing: Container, op: string, outcome: number | string): Promise<'done'> {
  const { machine, place, log } = spot
  if (outcome !== 0) log.warn({ node: place.node, server: place.number, outcome }, 'verifying failed')
  await writeNote(machine.engine, standing, 'verify', { op, found: '' })
  await removeVerifier(spot)
  return 'done'
}

/** Removes the container that verifies the files of a place, whatever it does. */
export async function removeVerifier(spot: Spot): Promise<void> {
  const verifier = await verifierAt(spot)
  if (verifier) await spot.machine.engine.remove(verifier.id, { force: true })
}

async function verifierAt({ machine, owner, place }: Spot): Promise<Container | null> {
  const found = await machine.engine.inspect(verifierName(place))
  return found && isAt(readMarks(found.labels), owner, place) ? found : null
}
