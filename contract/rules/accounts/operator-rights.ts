/** What operators work on. Every call of an operator names one, or `any`: for every operator, limited by what they may read. */
export const operatorAreas = [
  'servers',
  'rcon',
  'players',
  'reports',
  'rentals',
  'orders',
  'refunds',
  'prices',
  'users',
  'operators',
  'content',
  'leaderboard',
  'settings',
  'audit',
] as const

export type OperatorArea = (typeof operatorAreas)[number]

/** How far a right goes: `change` includes `read`. */
export const accessLevels = ['read', 'change'] as const

export type AccessLevel = (typeof accessLevels)[number]

/** What a role permits; an area that is missing is closed. */
export type OperatorRights = { readonly [Area in OperatorArea]?: AccessLevel | undefined }

/** What an operator may do. `serverIds` limits the areas of single servers to these; null is every server. */
export interface OperatorPermissions {
  rights: OperatorRights
  serverIds: string[] | null
}

/** The role that always has every right, also in areas that are added later. It can be neither changed nor removed. */
export const ownerRole = 'owner'

export const allRights = Object.fromEntries(operatorAreas.map((area) => [area, 'change'])) as Readonly<
  Record<OperatorArea, AccessLevel>
>

/** What the operator's token permits, and the role of owners. */
export const ownerPermissions: OperatorPermissions = { rights: allRights, serverIds: null }

/** The areas in which an operator may be limited to some servers. */
const areasOfServers: ReadonlySet<OperatorArea> = new Set(['servers', 'rcon', 'players'])

/** Whether a role permits something in an area. */
export function hasRight(rights: OperatorRights, area: OperatorArea, level: AccessLevel): boolean {
  return rights[area] === 'change' || rights[area] === level
}

interface OperatorCall {
  area: OperatorArea | 'any'
  method: string
  path: string
  byScope?: true | undefined
}

/**
 * Whether an operator may make a call. One who is limited to some servers reads lists of all of them, and changes, and reads the
 * details of, those servers alone; a call `byScope` names servers, which its service checks.
 * @param serverId the server of the call's path, where it names one
 */
export function mayCall(
  { rights, serverIds }: OperatorPermissions,
  { area, method, path, byScope }: OperatorCall,
  serverId: string | undefined,
): boolean {
  if (area === 'any') return true
  const level = method === 'GET' ? 'read' : 'change'
  if (!hasRight(rights, area, level)) return false
  if (serverIds === null || !areasOfServers.has(area)) return true
  if (isAboutOneServer(path)) return serverId === undefined || serverIds.includes(serverId)
  return level === 'read' || byScope === true
}

/**
 * Whether an operator may change the commands that the portal sends to game servers about players, VIP and messages. Who writes them
 * decides what each server's console runs, so they need the right to run any command on every server, too.
 */
export function mayChangeCommands({ rights, serverIds }: OperatorPermissions): boolean {
  return hasRight(rights, 'settings', 'change') && hasRight(rights, 'rcon', 'change') && serverIds === null
}

/** Whether the path of a call names a game server, as its parameter `id`. */
function isAboutOneServer(path: string): boolean {
  return path.startsWith('/api/operator/servers/:id')
}

/**
 * What an API token permits: what its own permissions and those of its owner have in common (`null`: a service token, which has no
 * owner), without the area of operators, which is closed to every token.
 */
export function limitToOwner(
  token: OperatorPermissions,
  owner: OperatorPermissions | null,
): OperatorPermissions {
  const levelOf = (area: OperatorArea): AccessLevel | undefined =>
    accessLevels.findLast(
      (level) =>
        hasRight(token.rights, area, level) && (owner === null || hasRight(owner.rights, area, level)),
    )
  const open = operatorAreas.filter((area) => area !== 'operators' && levelOf(area) !== undefined)
  return {
    rights: Object.fromEntries(open.map((area) => [area, levelOf(area)])),
    serverIds: commonServers(token.serverIds, owner?.serverIds ?? null),
  }
}

function commonServers(one: string[] | null, other: string[] | null): string[] | null {
  if (one === null || other === null) return one ?? other
  return one.filter((id) => other.includes(id))
}

/** Whether an operator may do all that another may: only then do they grant, change or take that. */
export function includesPermissions(own: OperatorPermissions, other: OperatorPermissions): boolean {
  const includesRights = operatorAreas.every((area) => {
    const level = other.rights[area]
    return level === undefined || hasRight(own.rights, area, level)
  })
  if (!includesRights || own.serverIds === null) return includesRights
  return other.serverIds?.every((id) => own.serverIds?.includes(id)) ?? false
}
