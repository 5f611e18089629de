import { NodeFull, NodeSilent, type Seen, type Wanted, nameOf } from '../driver.ts'
import type { Container } from './answers.ts'
import { entriesOf, writeEntries } from './files.ts'
import { readMarks, volumeOf } from './marks.ts'
import { ensureNetwork, networkOf, removeNetwork } from './network.ts'
import { readNote } from './notes.ts'
import { explain } from './refusal.ts'
import { gameContainer, networkLabel } from './spec.ts'
import { type Spot, seen, standingAt } from './spot.ts'

/** What `FleetDriver.ensure` says: made or adopted, its files written, started where it does not run. */
export async function ensureAt(spot: Spot, { port, files }: Pick<Wanted, 'port' | 'files'>): Promise<Seen> {
  const { engine } = spot.machine
  const entries = entriesOf(files)
  const found = await standingAt(spot)
  if (!found?.isRunning) await ensureNetwork(spot, port)
  const standing = found ?? (await make(spot, port))
  const fit = (await isFit(spot, standing, port)) ? standing : await makeAnew(spot, standing, port)
  await writeEntries(engine, fit, entries).catch((error: unknown) => giveUp(spot, fit, error))
  if (!fit.isRunning) await start(spot, fit)
  const after = await engine.inspect(fit.id)
  if (!after) throw new NodeSilent(`${nameOf(spot.place)} was removed while it was made`)
  return seen(spot.place, after)
}

/** Whether a container can be started as it is: on the port and in the network that are wanted, and not one that was to be verified. */
async function isFit({ machine, owner, place }: Spot, standing: Container, port: number): Promise<boolean> {
  if (standing.isRunning) return true
  if (readMarks(standing.labels)?.port !== port) return false
  if (standing.labels[networkLabel] !== networkOf(owner, place)) return false
  const verified = standing.hasRun ? await readNote(machine.engine, standing, 'verify') : null
  return verified?.found !== standing.id
}

/** Removes a container that does not run and makes it again from its image, with the same data. */
async function makeAnew(spot: Spot, { id }: Container, port: number): Promise<Container> {
  await spot.machine.engine.remove(id, { force: false })
  return make(spot, port)
}

async function make(spot: Spot, port: number): Promise<Container> {
  const { machine, game, owner, place } = spot
  const spec = gameContainer(game, machine.bind, { owner, place, port, op: '' })
  const refusal = await machine.engine.create(spec).then(
    () => null,
    (error: unknown) => explain(error),
  )
  // Of two who make one name at once one is refused: 409 by Docker, 500 by Podman. Only looking tells that it is there.
  const made = await standingAt(spot)
  if (made) return made
  const isTaken = (await machine.engine.inspect(nameOf(place))) !== null
  const told = isTaken
    ? new NodeFull(`${machine.node.name} has another's container that is called ${nameOf(place)}`)
    : (refusal ?? new NodeSilent(`${nameOf(place)} was removed while it was made`))
  if (!(told instanceof NodeSilent)) await removeNetwork(spot)
  throw told
}

/** Whatever the engine says of it: what runs is started. */
async function start(spot: Spot, { id }: Container): Promise<void> {
  const { engine } = spot.machine
  try {
    await engine.start(id)
  } catch (error) {
    const after = await engine.inspect(id)
    if (!after?.isRunning) await giveUp(spot, after, error)
  }
}

/**
 * Throws what to tell of an instance that could not be made ready. PortTaken and NodeFull mean that it is not there: nothing of it
 * stays.
 */
async function giveUp(spot: Spot, left: Container | null, error: unknown): Promise<never> {
  const { engine } = spot.machine
  const told = error instanceof NodeFull ? error : explain(error)
  if (told instanceof NodeSilent) throw told
  if (left?.isRunning) throw new NodeSilent(told.message)
  if (left) await engine.remove(left.id, { force: false })
  await removeNetwork(spot)
  await engine.removeVolume(volumeOf(spot.owner, spot.place))
  throw told
}
