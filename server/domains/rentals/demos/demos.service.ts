import type { Reply } from '@clutch/contract/api/call.ts'
import type { listDemos } from '@clutch/contract/api/rentals/demos.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { demoLinkLifetimeMs, demoPageSize } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Download } from '../../../platform/http/responses/send-file.ts'
import { findRentalForPlayer } from '../rental-access.service.ts'
import * as store from './demos.store.ts'
import { getDemoKey, openDemoStore } from './demo-files.ts'
import type { DemoLimits } from './uploads/demo-upload.service.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'

type LinkDependencies = Pick<AppContext, 'keys' | 'clock'>

const demoTicketPattern = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/

/** G17: returns a ticket for one demo, valid for ten minutes for anyone who has it. */
function signDemoTicket({ keys, clock }: LinkDependencies, id: string): string {
  const text = `${id}.${clock.now().getTime() + demoLinkLifetimeMs}`
  const [current] = keys.signingKeys('demo')
  if (!current) throw new Error('the key ring is empty')
  return `${text}.${computeMac(current.key, text).toString('base64url')}`
}

/** The demo that a ticket is for; throws `demo.not_found` for one that is not ours, `demo.link_over` once its time is over. */
function verifyDemoTicket({ keys, clock }: LinkDependencies, ticket: string): string {
  const [, id = '', until = '', mac = ''] = demoTicketPattern.exec(ticket) ?? []
  const shown = Buffer.from(mac, 'base64url')
  const isOurs = keys.signingKeys('demo').some(({ key }) => {
    const good = computeMac(key, `${id}.${until}`)
    return shown.length === good.length && timingSafeEqual(shown, good)
  })
  if (!isOurs) throw new PortalError('demo.not_found', 'There is no such demo')
  if (clock.now().getTime() < Number(until)) return id
  throw new PortalError('demo.link_over', 'This link has expired: ask for another')
}

function computeMac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

type Dependencies = Pick<AppContext, 'database' | 'keys' | 'clock' | 'config'>

/** G17: a page of the demos of a rental for its owner or an admin of it, by name descending; throws `rental.not_found`. */
export async function listDemosForPlayer(
  context: Dependencies,
  { number, steamId, after }: { number: string; steamId: string; after: string | undefined },
  { quotaBytes, maxCount }: DemoLimits,
): Promise<Reply<typeof listDemos>['data']> {
  const { rental } = await findRentalForPlayer(context, number, steamId)
  const rows = await store.selectDemos(context.database, rental.id, { after, limit: demoPageSize + 1 })
  const { count, bytes } = await store.selectDemoUsage(context.database, rental.id)
  const demos = rows.slice(0, demoPageSize).map(({ name, size, received_at }) => {
    return { name, size: Number(size), received: received_at.getTime() }
  })
  return {
    demos,
    next: rows.length > demoPageSize ? (demos.at(-1)?.name ?? null) : null,
    usage: { count, maxCount, bytes, maxBytes: quotaBytes },
  }
}

/** G17: an address for one of them, good for ten minutes; throws `rental.not_found` or `demo.not_found`. */
export async function createDemoLink(
  context: Dependencies,
  number: string,
  name: string,
  steamId: string,
): Promise<string> {
  const { rental } = await findRentalForPlayer(context, number, steamId)
  const demo = await store.selectDemo(context.database, rental.id, name)
  if (!demo) throw new PortalError('demo.not_found', 'There is no such demo')
  return `${context.config.publicUrl}/api/demos/${signDemoTicket(context, demo.id)}/${encodeURIComponent(demo.name)}`
}

/** The file of a ticket's demo, whose tag is its id: an upload of the same name gets another. Throws `demo.not_found` or `demo.link_over`. */
export async function openDemoByTicket(
  context: Dependencies,
  ticket: string,
  name: string,
): Promise<Download> {
  const demo = await store.selectDemoById(context.database, verifyDemoTicket(context, ticket))
  if (demo?.name === name) {
    const file = await openDemoStore(context).find(getDemoKey(demo.rental_id, demo.id))
    if (file) return { file, name, etag: `"${demo.id}"` }
  }
  throw new PortalError('demo.not_found', 'There is no such demo')
}
