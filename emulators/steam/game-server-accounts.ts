import { randomBytes } from 'node:crypto'
import { type HttpResponse, jsonResponse } from '../http-response.ts'
import { textResponse } from './http-response.ts'

/** An account of a game server, as Steam stores it. */
export interface GameServerAccount {
  steamid: string
  appid: number
  login_token: string
  memo: string
  is_deleted: boolean
  is_expired: boolean
  rt_last_logon: number
}

const firstSteamId = 85_568_392_920_040_000n
/** The most accounts of one owner. */
const maxAccounts = 1000

/** IGameServersService: the accounts and login tokens of the key's owner. */
export class GameServerAccounts {
  readonly accounts: GameServerAccount[] = []
  readonly #apiKey: string

  constructor(apiKey: string) {
    this.#apiKey = apiKey
  }

  /** Answers a method (`CreateAccount`, …) with the fields that were sent. */
  handle(method: string, isPost: boolean, fields: URLSearchParams): HttpResponse {
    if (fields.get('key') !== this.#apiKey) return { ...textResponse('Forbidden', 403), type: 'text/html' }
    if (method === 'GetAccountList') return jsonResponse({ response: this.#list() })
    if (!isPost) return textResponse('Method Not Allowed', 405)
    if (method === 'CreateAccount') return this.#create(fields)
    const account = this.accounts.find(({ steamid, is_deleted: isDeleted }) => {
      return steamid === fields.get('steamid') && !isDeleted
    })
    // Steam answers an empty object, and a header with a result that is not 1.
    if (!account) return jsonResponse({ response: {} })
    if (method === 'ResetLoginToken') {
      Object.assign(account, { login_token: newToken(), is_expired: false })
      return jsonResponse({ response: { login_token: account.login_token } })
    }
    if (method !== 'DeleteAccount') return textResponse('Not Found', 404)
    account.is_deleted = true
    return jsonResponse({ response: {} })
  }

  #create(fields: URLSearchParams): HttpResponse {
    const appid = Number(fields.get('appid'))
    if (!Number.isInteger(appid) || appid <= 0)
      return textResponse('Required parameter appid is missing', 400)
    if (this.accounts.length >= maxAccounts) return jsonResponse({ response: {} })
    const steamid = String(firstSteamId + BigInt(this.accounts.length))
    const account = {
      steamid,
      appid,
      login_token: newToken(),
      memo: fields.get('memo') ?? '',
      is_deleted: false,
      is_expired: false,
      rt_last_logon: 0,
    }
    this.accounts.push(account)
    return jsonResponse({ response: { steamid, login_token: account.login_token } })
  }

  /** Without accounts, Steam leaves the list out. */
  #list() {
    const servers = this.accounts.filter(({ is_deleted: isDeleted }) => !isDeleted)
    const owner = { is_banned: false, expires: 0, actor: '76561197960265729', last_action_time: 0 }
    return servers.length === 0 ? owner : { servers, ...owner }
  }
}

function newToken(): string {
  return randomBytes(16).toString('hex').toUpperCase()
}
