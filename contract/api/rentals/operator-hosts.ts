import * as z from 'zod/mini'
import { hostClasses } from '../../rules/rentals/host-classes.ts'
import { defineCall } from '../call.ts'
import { rentalNumberSchema } from './rentals.ts'

const amounts = <Amount extends z.core.SomeType>(amount: Amount) =>
  z.object({ servers: amount, memoryMb: amount, cpus: amount })

/** A host that runs rented servers. */
export const rentalHostSchema = z.object({
  hostName: z.string(),
  driver: z.string(),
  regions: z.array(z.string()),
  instances: z.int(),
  /** The classes that it serves. */
  classes: z.array(z.enum(hostClasses)),
  /** What its instances take, those that are being stopped too; 0 where the settings count nothing. */
  used: amounts(z.number()),
  /** The most that they may take; null: not known yet, or no longer in the settings. */
  limits: amounts(z.nullable(z.number())),
  /** Its instances, by port. */
  standing: z.array(z.object({ number: rentalNumberSchema, name: z.string(), port: z.int() })),
  /** Since when nothing new is placed there; null: it is open. */
  cordoned: z.nullable(z.number()),
  /** When all of its instances were last listed; null if not since the start. */
  listed: z.nullable(z.number()),
  /** Why it is not reached; empty while it is. */
  problem: z.string(),
})

export const operatorListHosts = defineCall({
  id: 'operatorListHosts',
  method: 'GET',
  path: '/api/operator/hosts',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  summary: 'The configured hosts, the instances on each, and how much room there is.',
  reply: z.array(rentalHostSchema),
})
