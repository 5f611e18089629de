import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { rentalNumberSchema } from './rentals.ts'

/** A host that runs rented servers. */
export const rentalHostSchema = z.object({
  hostName: z.string(),
  driver: z.string(),
  regions: z.array(z.string()),
  instances: z.int(),
  /** Its instances, by port. */
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
  summary: 'The configured hosts and the instances on each.',
  reply: z.array(rentalHostSchema),
})
