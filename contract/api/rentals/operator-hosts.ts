import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { rentalNumberSchema } from './rentals.ts'

/** A machine, or what stands for one, that rented servers run on. */
export const rentalHostSchema = z.object({
  hostName: z.string(),
  driver: z.string(),
  regions: z.array(z.string()),
  instances: z.int(),
  /** What stands on it, by port. */
  standing: z.array(z.object({ number: rentalNumberSchema, name: z.string(), port: z.int() })),
  /** When all of its instances were last listed; null if not since the start. */
  listed: z.nullable(z.number()),
  /** Why it is not reached; empty while it is. */
  problem: z.string(),
})

export const operatorListHosts = defineCall({
  method: 'GET',
  path: '/api/operator/hosts',
  who: 'operator',
  tag: 'operator',
  summary: 'The machines of the settings and what stands on each.',
  reply: z.array(rentalHostSchema),
})
