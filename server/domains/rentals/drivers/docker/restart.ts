import { InstanceGone, NodeSilent, type Seen } from '../driver.ts'
import { readNote, writeNote } from './notes.ts'
import { type Spot, seen, standingAt } from './spot.ts'

/**
 * What `FleetDriver.restart` says (R13). Before the engine is asked the op is noted with the run it found: whoever asks again sees
 * by another run that the restart was made, and by none that it stopped half-way.
 */
export async function restartAt(spot: Spot, op: string): Promise<Seen> {
  const { engine } = spot.machine
  const before = await standingAt(spot)
  if (!before) throw new InstanceGone()
  const begun = await readNote(engine, before, 'restart')
  const isDone = begun?.op === op && before.isRunning && before.run !== begun.found
  if (isDone) return seen(spot.place, before)
  if (begun?.op !== op) await writeNote(engine, before, 'restart', { op, found: before.run })
  const refusal = await engine.restart(before.id, spot.endMs).then(
    () => null,
    (error: unknown) => error,
  )
  const after = await standingAt(spot)
  if (!after) throw new InstanceGone()
  // One that was stopped and could not be started is for `ensure`, which tells why.
  const isSame = after.isRunning && after.run === before.run
  if (isSame) throw refusal ?? new NodeSilent('the engine restarted nothing')
  return seen(spot.place, after)
}
