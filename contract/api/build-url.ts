/**
 * Builds the address of a call, such as `/api/servers/7?language=zh`; undefined values are left out of the
 * query.
 */
export function buildUrl(path: string, params: unknown, query: unknown): string {
  const values = new Map(queryEntries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  const search = new URLSearchParams(queryEntries(query)).toString()
  return search === '' ? filled : `${filled}?${search}`
}

function queryEntries(record: unknown): [string, string][] {
  return Object.entries(record ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
}
