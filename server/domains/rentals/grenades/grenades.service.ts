import { randomUUIDv7 } from 'node:crypto'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { listGrenades } from '@clutch/contract/api/rentals/saved-grenades.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import {
  type SavedGrenadesFault,
  formatSavedGrenades,
  mergeSavedGrenades,
  parseSavedGrenades,
  readSavedGrenades,
} from '@clutch/contract/rules/rentals/maps/saved-grenades.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type RentalRequest, performRentalAction } from '../own-rentals/rental-actions.service.ts'
import { findRentalForPlayer } from '../rental-access.service.ts'
import { type RentalRow, updateRentalAndNotify } from '../rentals.store.ts'
import * as store from './grenades.store.ts'

type Dependencies = Pick<AppContext, 'database'>

/** The saved grenades of a rental and their versions, for its owner or an admin of it; throws `rental.not_found`. */
export async function listSavedGrenades(
  context: Dependencies,
  { number, steamId }: RentalRequest,
): Promise<Reply<typeof listGrenades>> {
  const { database } = context
  const { rental } = await findRentalForPlayer(context, number, steamId)
  const current = await store.selectCurrentVersion(database, rental.id)
  const names = await store.selectPlayerNames(database, rental.id)
  const grenades = (current && parseSavedGrenades(current.content).grenades) ?? []
  const versions = await store.selectVersions(database, rental.id)
  return {
    grenades: grenades.map((one) => ({ ...one, ownerName: names.get(one.owner) ?? null })),
    versions: versions.map(({ id, source, grenades: count, bytes, made_at, is_current }) => ({
      id,
      source: readSource(source),
      grenades: count,
      bytes,
      made: made_at.getTime(),
      isCurrent: is_current,
    })),
    pending: await store.isWriteDue(database, rental.id),
  }
}

/** The file of a version; throws `rental.not_found` or `grenades.version_not_found`. */
export async function readGrenadesVersion(
  context: Dependencies,
  { number, steamId }: RentalRequest,
  version: string,
): Promise<string> {
  const { rental } = await findRentalForPlayer(context, number, steamId)
  return (await getVersion(context.database, rental.id, version)).content
}

/** Has the reconciler set an earlier version on the server; it becomes the latest one. Throws `grenades.version_not_found`. */
export function restoreGrenades(context: AppContext, request: RentalRequest, version: string): Promise<void> {
  return performOwnerAction(context, request, async (tx, rental) => {
    const { content, grenades, is_current } = await getVersion(tx, rental.id, version)
    if (is_current) return
    await setVersion(context, tx, rental, { source: 'restored', content, grenades, by: request.steamId })
  })
}

/** Has the reconciler add line-ups to those of the server; returns how many. Throws `grenades.invalid`. */
export async function addGrenades(
  context: AppContext,
  request: RentalRequest,
  uploaded: unknown,
): Promise<number> {
  const { grenades, fault } = readSavedGrenades(uploaded)
  if (fault) throw refuse(fault)
  await performOwnerAction(context, request, async (tx, rental) => {
    const current = await store.selectCurrentVersion(tx, rental.id)
    const present = (current && parseSavedGrenades(current.content).grenades) ?? []
    const content = formatSavedGrenades(mergeSavedGrenades(present, grenades))
    const merged = parseSavedGrenades(content)
    if (merged.fault) throw refuse(merged.fault)
    if (content === current?.content) return
    const version = { source: 'uploaded', content, grenades: merged.grenades.length, by: request.steamId }
    await setVersion(context, tx, rental, version)
  })
  return grenades.length
}

function performOwnerAction(
  context: AppContext,
  request: RentalRequest,
  work: (tx: Queries, rental: RentalRow) => Promise<void>,
): Promise<void> {
  return performRentalAction(context, request, 'grenades', async (tx, rental) => {
    // Its admins may see them only.
    if (rental.owner !== request.steamId)
      throw new PortalError('rental.owner_only', 'Only owner can perform this action')
    await work(tx, rental)
  })
}

async function setVersion(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Queries,
  { id: rentalId, grenades_rev }: RentalRow,
  { source, content, grenades, by }: { source: string; content: string; grenades: number; by: string },
): Promise<void> {
  const now = clock.now()
  await store.insertVersion(tx, {
    id: randomUUIDv7(),
    rental_id: rentalId,
    source,
    content,
    grenades,
    made_at: now,
    made_by: by,
    is_current: true,
  })
  await updateRentalAndNotify(tx, rentalId, { grenades_rev: grenades_rev + 1 }, now)
}

async function getVersion(queries: Queries, rentalId: string, id: string) {
  const found = await store.selectVersion(queries, rentalId, id)
  if (!found) throw new PortalError('grenades.version_not_found', 'There is no such version')
  return found
}

function refuse(fault: SavedGrenadesFault): PortalError {
  const reasons: Record<SavedGrenadesFault['kind'], string> = {
    'too-large': 'The file is too large',
    'too-many': 'The file holds too many line-ups',
    'not-json': 'The file is no JSON',
    'wrong-shape': 'This is no file of MatchZy',
  }
  const at = fault.kind === 'wrong-shape' && fault.at !== '' ? `: ${fault.at}` : ''
  return new PortalError('grenades.invalid', `${reasons[fault.kind]}${at}`)
}

function readSource(source: string): 'collected' | 'uploaded' | 'restored' {
  return source === 'uploaded' || source === 'restored' ? source : 'collected'
}
