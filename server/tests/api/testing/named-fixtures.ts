import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { type TestUser, signIn } from '../../../domains/accounts/testing/test-users.ts'
import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import type { App } from '../../../platform/http/app.ts'
import { addToOpenCase } from '../../../domains/moderation/cases/open-case.store.ts'
import { raiseAlert } from '../../../domains/payments/operator/alerts.service.ts'
import { insertQuestion } from '../../../domains/payments/questions/questions.store.ts'
import { insertOrder } from '../../../domains/payments/testing/rows.ts'
import type { AppContext } from '../../../platform/context.ts'
import { asOperator } from '../../../testing/http.ts'

const player = '76561197960265731'
const two = { zh: '中文', en: 'English' }

/**
 * Creates one of each kind of item that operators change by id, keyed by its path segment in the calls;
 * returns its id.
 */
export class NamedFixtures {
  readonly #context: AppContext
  readonly #app: App
  readonly #person: TestUser
  #made = 0
  #sanctioned = 0

  constructor(context: AppContext, app: App, person: TestUser) {
    this.#context = context
    this.#app = app
    this.#person = person
  }

  static async open(context: AppContext, app: App): Promise<NamedFixtures> {
    return new NamedFixtures(context, app, await signIn(context, player))
  }

  /** A session of the user created under `users`. */
  get session(): string {
    return this.#person.sessionId
  }

  readonly makers: Record<string, () => Promise<string>> = {
    servers: () => this.#server(),
    'vip-servers': () => this.#server(),
    announcements: () => this.#post('announcements', { text: two }),
    roles: () => this.#post('roles', { name: two, rights: {} }),
    'notification-channels': () => this.#channel(),
    'notification-rules': () => this.#notificationRule(),
    'notification-deliveries': () => this.#delivery(),
    tokens: () => this.#post('tokens', { name: 'Overlay', rights: {}, service: true }),
    sanctions: () => this.#sanction(),
    faqs: () => this.#post('faqs', { question: two, answer: { zh: '答', en: 'a' } }),
    commands: () =>
      this.#post('commands', { type: 'Match', command: '.help', description: two, position: 1 }),
    privileges: () => this.#post('privileges', { order: 1, content: two }),
    seasons: () => this.#seasonThere(),
    resets: () => this.#post('resets', { steamId: player }),
    flags: () => this.#flag(),
    cases: () => this.#case(),
    jobs: () => this.#job(),
    orders: () => this.#order(),
    'order-questions': () => this.#question(),
    'money-alerts': () => this.#alert(),
    'gift-cards': () => this.#card(),
    'login-tokens': () => this.#loginToken(),
    'fleet-jobs': () => this.#fleetJob(),
    users: () => Promise.resolve(this.#person.userId),
  }

  /** The same one for every call, until one deletes it: one season is open at a time. */
  async #seasonThere(): Promise<string> {
    const { id } = (await this.#context.database.selectFrom('seasons').select('id').executeTakeFirst()) ?? {
      id: await this.#post('seasons', { name: two }),
    }
    return id
  }

  async #post(path: string, payload: object): Promise<string> {
    const url = `/api/operator/${path}`
    const answer = await this.#app.inject({ method: 'POST', url, headers: asOperator, payload })
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`)
    return answer.json<{ id: string }>().id
  }

  /** Of another player each time: one has at most one that is active. */
  #sanction(): Promise<string> {
    this.#sanctioned += 1
    const steamId = String(BigInt(player) + BigInt(this.#sanctioned))
    return this.#post('sanctions', { kind: 'ban', steamId, reason: 'x' })
  }

  async #channel(): Promise<string> {
    const target = { kind: 'webhook', url: 'http://127.0.0.1:9/hook' }
    const url = '/api/operator/notification-channels'
    const payload = { name: 'Bot', target }
    const answer = await this.#app.inject({ method: 'POST', url, headers: asOperator, payload })
    return answer.json<{ channel: { id: string } }>().channel.id
  }

  async #notificationRule(): Promise<string> {
    const channelId = await this.#channel()
    return this.#post('notification-rules', { name: 'Outages', channelId, kinds: ['server.down'] })
  }

  async #delivery(): Promise<string> {
    const [id, now] = [randomUUIDv7(), this.#context.clock.now()]
    const content = JSON.stringify({ type: 'test', channel: 'Bot', at: now.getTime() })
    const own = { id, channel_id: await this.#channel(), kind: 'test', subject: 'Bot', content }
    const row = { ...own, due_at: now, created_at: now }
    await this.#context.database.insertInto('notification_deliveries').values(row).execute()
    return id
  }

  #server(): Promise<string> {
    this.#made += 1
    const where = { ip: '8.8.8.8', port: 27_000 + this.#made, category: 'deathmatch', region: 'ap-shanghai' }
    return this.#post('servers', { ...where, name: '上海 #1' })
  }

  async #flag(): Promise<string> {
    const [id, now] = [randomUUIDv7(), this.#context.clock.now()]
    const flag = { id, steam_id: player, kind: 'rate', detail: '{}', day: '2026-11-01', at: now }
    await this.#context.database.insertInto('board_flags').values(flag).execute()
    return id
  }

  async #case(): Promise<string> {
    this.#made += 1
    const steamId = toSteamId(900_000 + this.#made)
    const { database, clock } = this.#context
    return (
      await addToOpenCase(database, { steamId, kind: 'report', serverId: null, at: clock.now(), reports: 1 })
    ).id
  }

  async #job(): Promise<string> {
    const { rows } = await sql<{ id: string }>`insert into pgboss.job (name, data, state)
      values ('mail', '{}', 'failed') returning id`.execute(this.#context.database)
    return rows[0]?.id ?? ''
  }

  #order(): Promise<string> {
    const { database, clock } = this.#context
    return insertOrder(database, clock.now(), { user_id: this.#person.userId, buyer: player })
  }

  async #question(): Promise<string> {
    const id = randomUUIDv7()
    const question = { id, order_id: await this.#order(), text: '?', asked_at: this.#context.clock.now() }
    await insertQuestion(this.#context.database, question)
    return id
  }

  async #alert(): Promise<string> {
    const { database } = this.#context
    await raiseAlert(this.#context, database, { kind: 'not-fulfilled', subject: 'ord-1' })
    return (await database.selectFrom('money_alerts').select('id').executeTakeFirstOrThrow()).id
  }

  async #loginToken(): Promise<string> {
    this.#made += 1
    const [id, digest] = [randomUUIDv7(), Buffer.from(`token ${this.#made}`)]
    const token = { id, token: 'sealed', digest, ending: 'ABCD', added_at: this.#context.clock.now() }
    await this.#context.database.insertInto('login_tokens').values(token).execute()
    return id
  }

  async #fleetJob(): Promise<string> {
    const id = randomUUIDv7()
    const job = { id, kind: 'restart', parallel: 1, started_at: this.#context.clock.now() }
    await this.#context.database.insertInto('fleet_jobs').values(job).execute()
    return id
  }

  async #card(): Promise<string> {
    await this.#post('gift-cards', { count: 1, duration: '1m', batch: 'cup' })
    const { database } = this.#context
    return (
      await database.selectFrom('gift_cards').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    ).id
  }
}
