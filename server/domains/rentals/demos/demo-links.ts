import { createHmac, timingSafeEqual } from 'node:crypto'
import { PortalError } from '@clutch/contract/errors.ts'
import { demoLinkMs } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'

type LinkDependencies = Pick<AppContext, 'keys' | 'clock'>

const demoTicketPattern = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/

/** G17: a ticket for one demo, which works for ten minutes for whoever has it. */
export function signDemoTicket({ keys, clock }: LinkDependencies, id: string): string {
  const text = `${id}.${clock.now().getTime() + demoLinkMs}`
  const [current] = keys.signingKeys('demo')
  if (!current) throw new Error('the key ring is empty')
  return `${text}.${computeMac(current.key, text).toString('base64url')}`
}

/** The demo that a ticket is for; throws `demo.not_found` for one that is not ours, `demo.link_over` once its time is over. */
export function verifyDemoTicket({ keys, clock }: LinkDependencies, ticket: string): string {
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
