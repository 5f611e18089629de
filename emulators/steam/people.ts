/** A person who can be chosen. */
export interface Person {
  steamId: string
  name: string
}

const firstSteamId = 76_561_197_960_265_728n

/** Reads the people of a config file; throws an Error that says what is wrong. */
export function readPeople(json: unknown): Person[] {
  if (!Array.isArray(json) || json.length === 0) throw new Error('people: expected a list of people')
  const people = json.map(readPerson)
  if (new Set(people.map(({ steamId }) => steamId)).size < people.length)
    throw new Error('people: two have the same SteamID')
  return people
}

function readPerson(json: unknown): Person {
  const { steamId, name } = (typeof json === 'object' ? (json ?? {}) : {}) as Record<string, unknown>
  if (typeof steamId !== 'string' || !isSteamId(steamId))
    throw new Error('people: a steamId must be the SteamID64 of a person, 17 digits in a text')
  if (typeof name !== 'string' || name.trim() === '' || name.length > 64)
    throw new Error('people: a name must have 1 to 64 characters')
  return { steamId, name }
}

function isSteamId(text: string): boolean {
  if (!/^\d{17}$/.test(text)) return false
  const account = BigInt(text) - firstSteamId
  return account > 0n && account < 2n ** 32n
}
