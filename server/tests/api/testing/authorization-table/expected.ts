/** The kinds of callers: `owner` owns the item that the address or body names; a `member` holds a group. */
export const people = ['anonymous', 'user', 'other user', 'member', 'owner', 'operator'] as const
type Statuses = readonly [number, number, number, number, number, number]

/** What each kind of person gets from a route. */
export interface Expected {
  statuses: Statuses
  /** The values of the path's parameters, and the body. */
  params?: Record<string, string>
  query?: string
  body?: object
}

export const everybody = (status: number, rest: Omit<Expected, 'statuses'> = {}): Expected => ({
  statuses: [status, status, status, status, status, status],
  ...rest,
})
export const signedIn = (status: number, rest: Omit<Expected, 'statuses'> = {}): Expected => ({
  statuses: [401, status, status, status, status, status],
  ...rest,
})
/** An item of one user: to every other user it does not exist. */
export const ownersOnly = (status: number, rest: Omit<Expected, 'statuses'> = {}): Expected => ({
  statuses: [401, 404, 404, 404, status, 404],
  ...rest,
})
export const ops = (status: number, rest: Omit<Expected, 'statuses'> = {}): Expected => ({
  statuses: [401, 403, 403, 403, 403, status],
  ...rest,
})
