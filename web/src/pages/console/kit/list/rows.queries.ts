import { typesOnly, type Call } from '@clutch/contract/api/call.ts'
import * as z from 'zod/mini'
import { buildUrl } from '@clutch/contract/api/build-url.ts'
import { openStream } from '../../../../app/api/api-client.ts'

/** What the whole of a list is asked for. */
export interface ExportQuery {
  find?: string | undefined
  /** By the ids of the filters; the empty ones are left out. */
  filters: Readonly<Record<string, string>>
}

type ExportCall = Call & { row: z.ZodMiniType; query: z.ZodMiniType }

/** How all of a list is asked for. What the address names and the portal does not know is refused by the portal. */
export function createExport<C extends ExportCall>(call: C) {
  return ({ find, filters }: ExportQuery, signal: AbortSignal) =>
    rowsOf(call, { find, ...filters } as z.input<C['query']>, signal)
}

/**
 * Yields all rows of an export call in batches, as they arrive. Throws like `call`, and if the rows end
 * before the end marker: the data is then incomplete.
 */
export async function* rowsOf<C extends ExportCall>(
  call: C,
  query: z.input<C['query']>,
  signal: AbortSignal,
): AsyncGenerator<z.output<C['row']>[]> {
  const pieces = await openStream({ ...call, path: buildUrl(call.path, {}, query) }, signal)
  const decoder = new TextDecoder()
  let rest = ''
  let ended = false
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    ended = lines.at(-1) === ''
    yield lines.filter((line) => line !== '').map((line) => readRow(call, line))
  }
  if (!ended || rest !== '') throw new Error('the rows broke off')
}

function readRow<C extends ExportCall>(call: C, line: string): z.output<C['row']> {
  return z.parse(call.row, JSON.parse(line), typesOnly) as z.output<C['row']>
}
