import { z } from 'zod'
import type { Container } from '../engine/engine.schema.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { instanceFolder } from './container-spec.ts'

/**
 * The last operation on an instance, stored in its own folder: it outlives the portal, and the container when
 * that is created again.
 */
const operationRecordSchema = z.object({
  op: z.string(),
  /** The run that a restart found; the container that a verification found, if it is created again. */
  found: z.string(),
  /** A verification that ended with a fault. */
  failed: z.optional(z.boolean()),
})

export type OperationRecord = z.output<typeof operationRecordSchema>

type OperationKind = 'restart' | 'verify'

function getRecordFileName(kind: OperationKind): string {
  return `.clutch-${kind}`
}

/** Null if there is no readable record. */
export async function readOperationRecord(
  engine: EngineClient,
  { id }: Container,
  kind: OperationKind,
): Promise<OperationRecord | null> {
  const text = await engine.read(id, `${instanceFolder}/${getRecordFileName(kind)}`)
  try {
    return operationRecordSchema.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}

export async function writeOperationRecord(
  engine: EngineClient,
  { id }: Container,
  kind: OperationKind,
  record: OperationRecord,
): Promise<void> {
  await engine.put(id, instanceFolder, [
    { path: getRecordFileName(kind), content: JSON.stringify(record), uid: 0, gid: 0 },
  ])
}
