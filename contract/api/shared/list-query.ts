import * as z from 'zod/mini'
import { line } from './fields.ts'

/** Rows of one page of an operator's list, and the most of one request. */
export const listPageSize = 50
const listPageMax = 200

const boundedInt = (from: number, to: number, otherwise: number) =>
  z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(from), z.maximum(to)), otherwise)

/**
 * The query of every long operator list, besides its own filters: `find` is a part of what its summary names.
 */
export const listQuery = {
  find: z.optional(line(80)),
  page: boundedInt(1, 100_000, 1),
  size: boundedInt(1, listPageMax, listPageSize),
  direction: z._default(z.enum(['asc', 'desc']), 'desc'),
}

/** The columns a list may be sorted by; the first is the default. */
export const sortColumn = <const Columns extends readonly [string, ...string[]]>(...columns: Columns) =>
  z._default(z.enum(columns), columns[0])

/** More rows than this are not counted: a list stays quick however long it is. */
export const countedMax = 10_000

/** One page of a list, and how many rows there are in all that match: `countedMax + 1` stands for more than `countedMax`. */
export const listReply = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.int() })

/** The revision that the operator saw: if it has changed since, the change is refused (`edit.conflict`). */
export const expectedRevision = z.optional(z.int())

/** The same in an address. */
export const expectedRevisionInQuery = z.optional(z.coerce.number<string | number>().check(z.int()))
