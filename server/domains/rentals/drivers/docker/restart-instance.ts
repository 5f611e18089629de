import { InstanceNotFound, HostUnreachable, type ObservedInstance } from '../driver.ts'
import { readOperationRecord, writeOperationRecord } from './containers/operation-record.ts'
import { type DockerTarget, toObservedInstance, findContainer } from './docker-target.ts'

/**
 * What `FleetDriver.restart` says (R13). Before the engine is asked the op is noted with the run it found: whoever asks again sees
 * by another run that the restart was made, and by none that it stopped half-way.
 */
export async function restartInstance(spot: DockerTarget, op: string): Promise<ObservedInstance> {
  const { engine } = spot.machine
  const before = await findContainer(spot)
  if (!before) throw new InstanceNotFound()
  const begun = await readOperationRecord(engine, before, 'restart')
  const isDone = begun?.op === op && before.isRunning && before.run !== begun.found
  if (isDone) return toObservedInstance(spot.place, before)
  if (begun?.op !== op) await writeOperationRecord(engine, before, 'restart', { op, found: before.run })
  const refusal = await engine.restart(before.id, spot.endMs).then(
    () => null,
    (error: unknown) => error,
  )
  const after = await findContainer(spot)
  if (!after) throw new InstanceNotFound()
  // One that was stopped and could not be started is for `ensure`, which tells why.
  const isSame = after.isRunning && after.run === before.run
  if (isSame) throw refusal ?? new HostUnreachable('the engine restarted nothing')
  return toObservedInstance(spot.place, after)
}
