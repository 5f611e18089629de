import type { GrantedGroup } from '@clutch/contract/rules/accounts/groups.ts'
import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'

/** A member of the simulated community. */
export interface Person {
  steamId: string
  name: string
}

/** The Steam account of the simulated person 0; the others follow. */
const firstAccount = 2_030_000_000

/** The SteamID of a simulated person, by their number: the low ones are the regulars, who are soon on the boards. */
export function personSteamId(number: number): string {
  return toSteamId(firstAccount + number)
}

/** Who of them is in which group. */
export const groupMembers: Record<GrantedGroup, readonly number[]> = {
  vip: [1, 4, 5, 6, 9, 12, 18, 21, 33],
  pro: [2, 7, 8, 13, 17, 19, 29, 37, 41, 53],
  kol: [5, 11, 23, 43],
  op: [3, 31],
}

/** Of the regulars, with Chinese and Latin names, with groups and without. */
const signInNumbers = [0, 1, 2, 5, 10, 14, 20, 21, 22, 24]
/** Who signs in nowhere in the demo, and so can be bound to an account of e-mail. */
const chatPersonNumber = 25

/** Who may be chosen on the sign-in page: never an operator: any user of this machine could then be one. */
export function pickSignInPeople(regulars: readonly Person[]): Person[] {
  const ids = signInNumbers.filter((number) => !groupMembers.op.includes(number)).map(personSteamId)
  return regulars.filter(({ steamId }) => ids.includes(steamId))
}

/** Who is shown asking for a bind code in the game. */
export function pickChatPerson(regulars: readonly Person[]): Person | undefined {
  return regulars.find(({ steamId }) => steamId === personSteamId(chatPersonNumber))
}

/** The regulars as the simulated servers know them, by the control port of gamesim. */
export async function fetchRegulars(control: number): Promise<Person[]> {
  const response = await fetch(`http://127.0.0.1:${control}/people?count=60`)
  const { people } = (await response.json()) as { people: Person[] }
  return people
}
