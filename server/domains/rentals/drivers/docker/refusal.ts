import { z } from 'zod'
import { NodeFull, NodeSilent, PortTaken } from '../driver.ts'

const refusal = z.object({
  statusCode: z.number(),
  // An engine words its refusals in JSON; a proxy before it does not, and a missing file's has no words.
  json: z
    .object({ message: z.string().default('') })
    .nullish()
    .catch(null),
})

/** An engine answered with an error. What was asked may still have happened: engines err after the deed, too. */
export class EngineRefused extends Error {
  override name = 'EngineRefused'
  /** The HTTP status. */
  readonly status: number
  /** Its own words, empty where it was not the engine that spoke. */
  readonly words: string

  constructor(text: string, status: number, words: string) {
    super(text)
    this.status = status
    this.words = words
  }

  /** Null for what is no answer of an engine. */
  static of(node: string, what: string, error: unknown): EngineRefused | null {
    const { data } = refusal.safeParse(error)
    if (!data) return null
    const words = data.json?.message ?? ''
    return new EngineRefused(
      `${node} refused to ${what}: ${data.statusCode} ${words}`,
      data.statusCode,
      words,
    )
  }
}

/** Whether the engine itself says that there is no such container, volume or network, and not something between it and us. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof EngineRefused &&
    error.status === 404 &&
    /no such (container|volume)|network .*not found/i.test(error.words)
  )
}

const portWords = /address already in use|port is already allocated|ports are not available|bridge name/i
const hopelessWords =
  /no such (image|file)|not (known|found)|permission denied|no space left|address pool|overlaps|executable|mount|oci runtime|invalid/i

/**
 * What to tell the reconciler of an engine that neither made nor started what it was asked to, after it was looked that it did not:
 * PortTaken, NodeFull with the engine's own words (no image, no such mount, a full disk: an operator must see to it), or
 * NodeSilent, to be tried again.
 */
export function explain(error: unknown): PortTaken | NodeFull | NodeSilent {
  if (!(error instanceof EngineRefused))
    return error instanceof NodeSilent ? error : new NodeSilent(wordsOf(error), { cause: error })
  const { status, words, message } = error
  if (isMissing(error)) return new NodeSilent(message)
  if (portWords.test(words)) return new PortTaken(message)
  const isHopeless = status === 400 || (words !== '' && (status === 404 || hopelessWords.test(words)))
  return isHopeless ? new NodeFull(message) : new NodeSilent(message)
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'an error'
}
