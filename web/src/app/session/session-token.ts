/** Returns the claims of a portal token. They are not verified here: the portal does that at every call. */
export function readClaims(token: string): Readonly<Record<string, unknown>> {
  try {
    const [, payload = ''] = token.split('.')
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    )
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}

/** C14: whether a token is one and has not expired; `now` in ms. */
export function isTokenValid(token: string | null, now: number): token is string {
  if (token === null) return false
  const { exp } = readClaims(token)
  return typeof exp === 'number' && exp * 1_000 > now
}
