import { type Answer, json, text } from './answer.ts'
import type { Person } from './people.ts'
import { pictureOf } from './picture.ts'

const idsAtOnce = 100
const picturePath = /^\/avatars\/(\d{17})(|_medium|_full)\.png$/
const pictureSizes: Record<string, number> = { '': 32, _medium: 64, _full: 184 }

/** Steam's own words to a wrong key. */
const forbidden =
  '<html><head><title>Forbidden</title></head><body><h1>Forbidden</h1>Access is denied. Retrying will not help. Please verify your <pre>key=</pre> parameter.</body></html>'

/** GetPlayerSummaries: those of the asked that there are, in no particular order (the other way round). */
export function answerSummaries(
  query: URLSearchParams,
  { base, people, apiKey }: { base: string; people: readonly Person[]; apiKey: string },
): Answer {
  if (query.get('key') !== apiKey) return { ...text(forbidden, 403), type: 'text/html' }
  const ids = (query.get('steamids') ?? '').split(',').filter((id) => id !== '')
  if (ids.length === 0 || ids.length > idsAtOnce)
    return text('Required parameter steamids is missing or too long', 400)
  const players = [...new Set(ids)].reverse().flatMap((id) => {
    const person = people.find(({ steamId }) => steamId === id)
    return person ? [summaryOf(person, base)] : []
  })
  return json({ response: { players } })
}

/** A picture's bytes; null for an address that is none of ours. */
export function answerPicture(path: string, people: readonly Person[]): Answer | null {
  const [, id, size = ''] = picturePath.exec(path) ?? []
  const person = people.find(({ steamId }) => steamId === id)
  if (!person) return null
  return { status: 200, type: 'image/png', body: pictureOf(person.steamId, pictureSizes[size] ?? 32) }
}

function summaryOf({ steamId, name }: Person, base: string) {
  const picture = `${base}/avatars/${steamId}`
  return {
    steamid: steamId,
    communityvisibilitystate: 3,
    profilestate: 1,
    personaname: name,
    profileurl: `${base}/profiles/${steamId}/`,
    avatar: `${picture}.png`,
    avatarmedium: `${picture}_medium.png`,
    avatarfull: `${picture}_full.png`,
    personastate: 0,
  }
}
