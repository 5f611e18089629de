import { type HttpResponse, jsonResponse } from '../http-response.ts'
import { textResponse } from './http-response.ts'
import type { Person } from './people.ts'
import { createAvatar } from './avatar.ts'

const maxIds = 100
const picturePath = /^\/avatars\/(\d{17})(|_medium|_full)\.png$/
const pictureSizes: Record<string, number> = { '': 32, _medium: 64, _full: 184 }

/** Steam's own words to a wrong key. */
const forbiddenBody =
  '<html><head><title>Forbidden</title></head><body><h1>Forbidden</h1>Access is denied. Retrying will not help. Please verify your <pre>key=</pre> parameter.</body></html>'

/** GetPlayerSummaries: those of the asked that there are, in no particular order (the other way round). */
export function getPlayerSummaries(
  query: URLSearchParams,
  { base, people, apiKey }: { base: string; people: readonly Person[]; apiKey: string },
): HttpResponse {
  if (query.get('key') !== apiKey) return { ...textResponse(forbiddenBody, 403), type: 'text/html' }
  const ids = (query.get('steamids') ?? '').split(',').filter((id) => id !== '')
  if (ids.length === 0 || ids.length > maxIds)
    return textResponse('Required parameter steamids is missing or too long', 400)
  const players = [...new Set(ids)].reverse().flatMap((id) => {
    const person = people.find(({ steamId }) => steamId === id)
    return person ? [toPlayerSummary(person, base)] : []
  })
  return jsonResponse({ response: { players } })
}

/** Whether a text is a version of the game as its steam.inf has it. */
export function isGameVersion(text: string): boolean {
  return /^\d+(\.\d+){3}$/.test(text)
}

/** UpToDateCheck of Counter-Strike 2: versions are compared by their digits; a current one is not named. */
export function checkGameVersion(query: URLSearchParams, required: string): HttpResponse {
  const [version, appId] = [query.get('version') ?? '', query.get('appid')]
  if (!/^\d{1,9}$/.test(version)) return textResponse('Required parameter version is missing', 400)
  if (appId !== '730') return jsonResponse({ response: { success: false, error: "Couldn't get app info" } })
  const requiredVersion = Number(required.replaceAll('.', ''))
  if (Number(version) >= requiredVersion)
    return jsonResponse({ response: { success: true, up_to_date: true, version_is_listable: true } })
  const message = 'Your server is out of date, please upgrade'
  return jsonResponse({
    response: {
      success: true,
      up_to_date: false,
      version_is_listable: false,
      required_version: requiredVersion,
      message,
    },
  })
}

/** A picture's bytes; null for an address that is none of ours. */
export function getAvatar(path: string, people: readonly Person[]): HttpResponse | null {
  const [, id, size = ''] = picturePath.exec(path) ?? []
  const person = people.find(({ steamId }) => steamId === id)
  if (!person) return null
  return { status: 200, type: 'image/png', body: createAvatar(person.steamId, pictureSizes[size] ?? 32) }
}

function toPlayerSummary({ steamId, name }: Person, base: string) {
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
