import { randomInt, randomUUIDv7 } from 'node:crypto'
import type { NewServerOptions } from '@clutch/contract/api/payments/order-options.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { durationMs } from '@clutch/contract/rules/payments/durations.ts'
import { sanitizeAdminText } from '@clutch/contract/rules/rentals/rental-fields.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { allowRentalReports } from '../../events/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Buyer, FulfilmentFailed, type PaidOrder, type Quote } from '../../payments/index.ts'
import { setExpiry } from '../rental-expiry.service.ts'
import { insertRentalOrder, selectRentalOrder } from './rental-orders.store.ts'
import { type RentalRow, insertHistoryLine, insertRental } from '../rentals.store.ts'
import { parseStoredRentalOptions, parseNewRentalOptions } from './order-options.schema.ts'
import { describeOrder } from './order-description.ts'
import { hasCapacity, isRegionOffered, reserveCapacity, toPlace } from '../regions/region-capacity.service.ts'
import { sealRentalSecret } from '../rental-secrets.ts'
import { generateToken } from '../../../platform/keys/tokens.ts'

const lowerCaseAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const mixedCaseAlphabet = `${lowerCaseAlphabet}ABCDEFGHIJKLMNOPQRSTUVWXYZ`
/** Two numbers that are equal are so rare that a few more will do. */
const numberAttempts = 5

const randomText = (length: number, from: string) =>
  Array.from({ length }, () => from[randomInt(from.length)]).join('')

/** The context that a password is encrypted for: no other user's order can decrypt it. */
const getPasswordSealContext = (userId: string) => `rental-order:${userId}`

/**
 * G10, H7: quotes a new server. Throws the named errors of its fields, and `region.unavailable`. The password
 * is stored encrypted: neither a list of orders nor the database reveals it.
 */
export async function quoteNewRental(context: AppContext, buyer: Buyer, input: unknown): Promise<Quote> {
  const options = parseNewRentalOptions(input)
  const { region, duration, isRelocatable, paymentMethod, password } = options
  if (
    !(await isRegionOffered(context.database, region)) ||
    !(await hasCapacity(context, context.database, toPlace({ region, relocatable: isRelocatable })))
  )
    throw new PortalError('region.unavailable', 'No server can be made in this region now')
  return {
    options: { ...options, password: context.keys.seal(password, getPasswordSealContext(buyer.userId)) },
    duration,
    relocatable: isRelocatable,
    method: paymentMethod,
    recipient: buyer.steamId,
    description: describeOrder('new', duration, isRelocatable),
  }
}

/** Makes the rental of a paid order, once; the reconciler makes the server. Throws FulfilmentFailed where its region is full by now. */
export async function fulfilNewRental(context: AppContext, order: PaidOrder, tx: Queries): Promise<void> {
  if (await selectRentalOrder(tx, order.id)) return
  const options = parseStoredRentalOptions(order.options)
  const place = toPlace({ region: options.region, relocatable: options.isRelocatable })
  if (!(await reserveCapacity(context, tx, place)))
    throw new FulfilmentFailed(`no server can be made in ${options.region} now`)
  const now = context.clock.now()
  const expires = new Date(now.getTime() + durationMs(order.duration))
  const rental = await createRental(context, tx, order, { ...options, expires })
  await insertRentalOrder(tx, {
    order_id: order.id,
    rental_id: rental.id,
    kind: 'new',
    starts_at: now,
    ends_at: expires,
    at: now,
  })
  await insertHistoryLine(tx, {
    rentalId: rental.id,
    at: now,
    generation: null,
    what: 'ordered',
    detail: { order: order.id, region: options.region, until: expires },
  })
  await setExpiry(tx, context, rental, expires)
}

async function createRental(
  context: AppContext,
  tx: Queries,
  order: PaidOrder,
  {
    serverName,
    password: sealed,
    region,
    isRelocatable,
    nickname = '',
    expires,
  }: NewServerOptions & { expires: Date },
): Promise<RentalRow> {
  const now = context.clock.now()
  const id = randomUUIDv7()
  const secret = generateToken()
  const password = context.keys.open(sealed, getPasswordSealContext(order.userId))
  const row = {
    id,
    user_id: order.userId,
    owner: order.buyer,
    name: serverName,
    password: sealRentalSecret(context.keys, id, 'password', password),
    rcon_password: sealRentalSecret(context.keys, id, 'rcon', randomText(24, mixedCaseAlphabet)),
    report_secret: sealRentalSecret(context.keys, id, 'report', secret),
    // The buyer of a server is its first admin.
    admins: JSON.stringify([{ steamid: order.buyer, name: '', servername: sanitizeAdminText(nickname) }]),
    relocatable: isRelocatable,
    region,
    duration: order.duration,
    created_at: now,
    expires_at: expires,
    state: 'creating',
    state_at: now,
    due_at: now,
    changed_at: now,
  }
  for (let attempt = 0; attempt < numberAttempts; attempt += 1) {
    const rental = await insertRental(tx, { ...row, number: `sv-${randomText(6, lowerCaseAlphabet)}` })
    if (!rental) continue
    await allowRentalReports(tx, now, id, secret)
    return rental
  }
  throw new Error('every number of a server was taken')
}
