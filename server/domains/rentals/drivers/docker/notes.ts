import { z } from 'zod'
import type { Container } from './answers.ts'
import type { Engine } from './engine.ts'
import { folder } from './spec.ts'

/**
 * What was done last to an instance, kept in its own folder: it outlives the portal, and the container where that is made anew.
 */
const note = z.object({
  op: z.string(),
  /** The run that a restart found; the container that a verification found, where it is to be made anew. */
  found: z.string(),
})

export type Note = z.output<typeof note>

type Kind = 'restart' | 'verify'

function nameOfNote(kind: Kind): string {
  return `.clutch-${kind}`
}

/** Null where there is none, or none that can be read. */
export async function readNote(engine: Engine, { id }: Container, kind: Kind): Promise<Note | null> {
  const text = await engine.read(id, `${folder}/${nameOfNote(kind)}`)
  try {
    return note.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}

export async function writeNote(engine: Engine, { id }: Container, kind: Kind, told: Note): Promise<void> {
  await engine.put(id, folder, [{ path: nameOfNote(kind), content: JSON.stringify(told), uid: 0, gid: 0 }])
}
