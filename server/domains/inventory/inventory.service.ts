import { PortalError } from '@clutch/contract/errors.ts'
import { getGroups, getPlayerIdentity } from '../accounts/index.ts'
import type { PortalSettingsCache } from '../content/index.ts'
import type { AppContext } from '../../platform/context.ts'
import type { SessionUser } from '../../platform/http/session/session-check.ts'
import { requestToken } from './sign-in/sign-in-token.ts'
import type { SignInCheck } from './sign-in/sign-in-check.service.ts'
import type { InventorySite, SignInFailure } from './inventory-site.ts'
import type { SiteUsers } from './site-users.store.ts'

export interface Dependencies {
  context: AppContext
  content: PortalSettingsCache
  /** Null where the settings name none. */
  site: InventorySite | null
  /** Null where the portal was not given the site's database. */
  users: SiteUsers | null
  check: SignInCheck
}

/** A player who may use the configured site. */
interface AllowedPlayer {
  steamId: string
  site: InventorySite
}

/**
 * J3: admits players who ask for themselves, if the feature is on and their group is allowed. Throws `portal.feature_off`, `session.foreign`,
 * `inventory.not_eligible`, `inventory.off`.
 */
export async function authorizePlayer(
  { context, content, site }: Dependencies,
  { steamId }: SessionUser,
  requestedId: string,
): Promise<AllowedPlayer> {
  content.assertFeature(({ inventory }) => inventory.enabled)
  if (requestedId !== steamId)
    throw new PortalError('session.foreign', 'The SteamID is not that of this session')
  const held = (await getGroups(context.database, [steamId], context.clock.now())).get(steamId) ?? []
  if (!held.some((group) => content.settings.inventory.groups.includes(group)))
    throw new PortalError('inventory.not_eligible', 'None of this player’s groups may use the inventory')
  if (site === null) throw inventoryOff()
  return { steamId, site }
}

/**
 * J3: writes a player's name and picture to the site's database, if there is one. Throws
 * `inventory.unavailable`.
 */
export async function updateSiteUser(
  { context, users }: Dependencies,
  { steamId }: AllowedPlayer,
): Promise<void> {
  if (users === null) return
  const { username: name, avatar } = await getPlayerIdentity(context.database, steamId)
  const picture = avatar === '' ? '' : new URL(avatar, context.config.publicUrl).href
  try {
    await users.save({ id: steamId, name, avatar: picture, updatedAt: context.clock.now() })
  } catch (error) {
    context.log.warn({ err: error }, 'a player could not be written into the database of the inventory site')
    throw new PortalError(
      'inventory.unavailable',
      'The database of the inventory site did not take the player',
    )
  }
}

/**
 * J3: a token by which the browser signs in there, once, after a check that this sign-in succeeds: the frame itself would not say.
 * Throws `inventory.refused`, `inventory.unavailable`, `inventory.sign_in_failed`.
 */
export async function createSignInToken(
  { context, users, check }: Dependencies,
  { steamId, site }: AllowedPlayer,
): Promise<string> {
  const fault = await check.fault(site, steamId)
  if (fault !== null) throw toPortalError(fault)
  const answered = await requestToken(site, steamId)
  if ('token' in answered) return answered.token
  const { detail } = answered
  context.log.warn({ detail, database: users !== null }, 'the inventory site did not sign a player in')
  await check.record(site, answered)
  throw toPortalError(answered)
}

const refusals: readonly SignInFailure['problem'][] = ['key', 'unknownPlayer']
const outages: readonly SignInFailure['problem'][] = ['database', 'unavailable']

function toPortalError({ problem, detail }: SignInFailure): PortalError {
  if (refusals.includes(problem)) return new PortalError('inventory.refused', detail)
  return new PortalError(
    outages.includes(problem) ? 'inventory.unavailable' : 'inventory.sign_in_failed',
    detail,
  )
}

/** J3: checks the sign-in of a player for an operator; null where it succeeds. Throws `inventory.off`. */
export async function testSignIn(dependencies: Dependencies, steamId: string): Promise<SignInFailure | null> {
  const { site, check } = dependencies
  if (site === null) throw inventoryOff()
  try {
    await updateSiteUser(dependencies, { steamId, site })
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    const fault: SignInFailure = { problem: 'database', detail: error.message }
    await check.record(site, fault)
    return fault
  }
  return check.run(site, steamId)
}

function inventoryOff(): PortalError {
  return new PortalError('inventory.off', 'No inventory site is set up')
}
