export interface Match<Address extends string> {
  address: Address
  params: Record<string, string>
}

/** Finds the first of some addresses that a path is one of; null for none, or for a path with a broken percent sign. */
export function matchRoute<Address extends string>(
  addresses: readonly Address[],
  path: string,
): Match<Address> | null {
  for (const address of addresses) {
    const values = toPattern(address).exec(path)?.slice(1)
    if (values !== undefined) return readParams(address, values)
  }
  return null
}

function toPattern(address: string): RegExp {
  const parts = address.split('/').slice(1)
  const pattern = parts.map((part) => {
    if (part === '$') return '(?:/(.*))?'
    return part.startsWith('$') ? '/([^/]+)' : `/${part}`
  })
  return new RegExp(`^${pattern.join('')}$`, 'i')
}

function readParams<Address extends string>(address: Address, values: string[]): Match<Address> | null {
  const names = [...address.matchAll(/\$(\w*)/g)].map(([, name]) => name || '_splat')
  try {
    const params = names.map((name, place) => [name, decodeURIComponent(values[place] ?? '')] as const)
    return { address, params: Object.fromEntries(params) }
  } catch {
    return null
  }
}
