import { z } from 'zod'
import { HostFull, HostUnreachable, PortInUse } from '../../driver.ts'

const errorResponseSchema = z.object({
  statusCode: z.number(),
  // An engine words its refusals in JSON; a proxy before it does not, and a missing file's has no words.
  json: z
    .object({ message: z.string().default('') })
    .nullish()
    .catch(null),
})

/** An engine answered with an error. The call may still have had its effect: engines also fail afterwards. */
export class EngineError extends Error {
  override name = 'EngineError'
  /** The HTTP status. */
  readonly status: number
  /** Its own words, empty where it was not the engine that spoke. */
  readonly words: string

  constructor(text: string, status: number, words: string) {
    super(text)
    this.status = status
    this.words = words
  }

  /** Null if the answer is not an engine's. */
  static of(hostName: string, operation: string, error: unknown): EngineError | null {
    const { data } = errorResponseSchema.safeParse(error)
    if (!data) return null
    const words = data.json?.message ?? ''
    return new EngineError(
      `${hostName} refused to ${operation}: ${data.statusCode} ${words}`,
      data.statusCode,
      words,
    )
  }
}

/** Whether the engine itself says that there is no such container, volume or network, and not something between it and us. */
export function isNotFound(error: unknown): boolean {
  return (
    error instanceof EngineError &&
    error.status === 404 &&
    /no such (container|volume)|network .*not found/i.test(error.words)
  )
}

/** Whether the engine refused to create a container because another one has its name, or is getting it. */
export function isNameInUse(error: unknown): boolean {
  return error instanceof EngineError && /container name .* is already in use/i.test(error.words)
}

const portInUsePattern =
  /address already in use|port is already allocated|ports are not available|bridge name/i
const permanentFailurePattern =
  /no such (image|file)|not (known|found)|permission denied|no space left|address pool|overlaps|executable|mount|oci runtime|invalid/i

/**
 * Returns the error for the reconciler after it was checked that the engine neither created nor started the
 * container: PortInUse, HostFull with the engine's own words (no image, no such mount, a full disk: the
 * operator has to act), or HostUnreachable, to be retried.
 */
export function toDriverError(error: unknown): PortInUse | HostFull | HostUnreachable {
  if (!(error instanceof EngineError))
    return error instanceof HostUnreachable
      ? error
      : new HostUnreachable(getErrorMessage(error), { cause: error })
  const { status, words, message } = error
  if (isNotFound(error)) return new HostUnreachable(message)
  if (portInUsePattern.test(words)) return new PortInUse(message)
  const isHopeless =
    status === 400 || (words !== '' && (status === 404 || permanentFailurePattern.test(words)))
  return isHopeless ? new HostFull(message) : new HostUnreachable(message)
}

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'an error'
}
