import { type HttpResponse, jsonResponse } from '../http-response.ts'
import { textResponse } from './http-response.ts'

/** An item of the Workshop that the emulator has. */
export interface WorkshopItem {
  id: string
  title: string
  appId: number
  tags: readonly string[]
  subscriptions: number
}

const maxPerPage = 100
const resultOk = 1
const resultMissing = 9

/** A few maps, and what is none: another game's item and a skin. The second title tries to be more than a title. */
const workshopItems: readonly WorkshopItem[] = [
  { id: '3070284539', title: 'Aim Redline | 1v1', appId: 730, tags: ['Cs2', 'Map'], subscriptions: 900_000 },
  {
    id: '3084291314',
    title: '<img src=x onerror=alert(1)> aim\u202e\u0007 "quit; map',
    appId: 730,
    tags: ['Cs2', 'Map'],
    subscriptions: 12,
  },
  { id: '3075706807', title: '回防训练 Retakes Aim', appId: 730, tags: ['Cs2', 'Map'], subscriptions: 5_000 },
  { id: '3100000001', title: 'Aim skin', appId: 730, tags: ['Cs2', 'Weapon Finish'], subscriptions: 7 },
  { id: '2999999999', title: 'Aim in another game', appId: 4000, tags: ['Map'], subscriptions: 8 },
]

/**
 * IPublishedFileService/QueryFiles: words are looked for in the titles of an app's items that have the required tags. Like Steam it
 * leaves the list out where there is nothing, and needs a key.
 */
export function queryFiles(query: URLSearchParams, apiKey: string): HttpResponse {
  if (query.get('key') !== apiKey) return { ...textResponse(forbiddenBody, 403), type: 'text/html' }
  const perPage = Math.min(maxPerPage, Number(query.get('numperpage') ?? '1') || 1)
  const words = (query.get('search_text') ?? '').toLowerCase().split(/\s+/)
  const tags = (query.get('requiredtags') ?? '').split(',').filter((tag) => tag !== '')
  const found = workshopItems
    .filter(({ appId }) => String(appId) === query.get('appid'))
    .filter((item) => tags.every((tag) => item.tags.includes(tag)))
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
    .toSorted((one, other) => other.subscriptions - one.subscriptions)
  if (found.length === 0) return jsonResponse({ response: { total: 0 } })
  const publishedfiledetails = found.slice(0, perPage).map((item) => ({
    ...describeItem(item),
    // This call has another name for it than the other one.
    consumer_appid: item.appId,
    file_type: 0,
  }))
  return jsonResponse({ response: { total: found.length, publishedfiledetails } })
}

/** ISteamRemoteStorage/GetPublishedFileDetails: a form, no key; an item that there is not has `result` 9 and nothing else. */
export function getPublishedFileDetails(form: URLSearchParams): HttpResponse {
  const count = Number(form.get('itemcount'))
  if (!Number.isInteger(count) || count < 1 || count > maxPerPage)
    return textResponse('Required parameter itemcount is missing', 400)
  const publishedfiledetails = Array.from({ length: count }, (_, index) => {
    const id = form.get(`publishedfileids[${index}]`) ?? ''
    const item = workshopItems.find((one) => one.id === id)
    if (!item) return { publishedfileid: id, result: resultMissing }
    return { ...describeItem(item), consumer_app_id: item.appId, creator_app_id: item.appId }
  })
  return jsonResponse({ response: { result: 1, resultcount: count, publishedfiledetails } })
}

function describeItem({ id, title, tags, subscriptions }: WorkshopItem) {
  return {
    result: resultOk,
    publishedfileid: id,
    creator: '76561198000000001',
    filename: '',
    file_size: '52428800',
    preview_url: '',
    title,
    description: '',
    time_created: 1_697_000_000,
    visibility: 0,
    banned: 0,
    subscriptions,
    tags: tags.map((tag) => ({ tag })),
  }
}

const forbiddenBody =
  '<html><head><title>Forbidden</title></head><body><h1>Forbidden</h1>Access is denied. Retrying will not help. Please verify your <pre>key=</pre> parameter.</body></html>'
