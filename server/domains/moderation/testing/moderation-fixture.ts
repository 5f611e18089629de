import type { InjectOptions } from 'fastify'
import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import type { CaseDetail } from '@clutch/contract/api/moderation/operator-cases.ts'
import { type TestUser, signIn } from '../../accounts/testing/test-users.ts'
import type { App } from '../../../platform/http/app.ts'
import { asOperator } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { createModerationApp } from './moderation-app.ts'

type Method = NonNullable<InjectOptions['method']>

/** The reply of a call: its status, and its body as what the test expects. */
export interface Answer<T = unknown> {
  status: number
  body: T
}

/** Players, operators and the calls of moderation on one app context. */
export class ModerationFixture {
  readonly context: TestContext
  readonly app: App
  #people = 0

  private constructor(context: TestContext, app: App) {
    this.context = context
    this.app = app
  }

  static async open(over: Parameters<typeof createTestContext>[0] = {}): Promise<ModerationFixture> {
    const context = await createTestContext(over)
    return new ModerationFixture(context, await createModerationApp(context))
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.context.destroy()
  }

  /** A SteamID64 that no other has. */
  steamId(): string {
    return toSteamId((this.#people += 1) + 1_000)
  }

  player(): Promise<TestUser> {
    return signIn(this.context, this.steamId())
  }

  /** An operator with a role, or with rights of their own. */
  async operator(role = 'moderator', serverIds: string[] | null = null): Promise<TestUser> {
    const person = await signIn(this.context, this.steamId(), { groups: ['op'], secondFactor: 'shown' })
    const answer = await this.send(
      'PUT',
      `/api/operator/ops/${person.steamId}`,
      { headers: asOperator },
      { role, serverIds },
    )
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return person
  }

  async send<T = unknown>(
    method: Method,
    url: string,
    { headers }: { headers?: Record<string, string> },
    payload?: object,
  ): Promise<Answer<T>> {
    const answer = await this.app.inject({
      method,
      url,
      ...(headers && { headers }),
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, body: answer.body === '' ? (null as T) : answer.json<T>() }
  }

  report<T = { id: string }>(by: TestUser, steamId: string, over: object = {}): Promise<Answer<T>> {
    return this.send('POST', '/api/reports', by, { steamId, reason: 'cheating', ...over })
  }

  /** The open case of a player. */
  async caseOf(steamId: string): Promise<CaseDetail> {
    const list = await this.send<{ rows: { id: string }[] }>(
      'GET',
      `/api/operator/cases?steamId=${steamId}`,
      { headers: asOperator },
    )
    if (list.status !== 200) throw new Error(JSON.stringify(list.body))
    const { body } = await this.send<CaseDetail>('GET', `/api/operator/cases/${list.body.rows[0]?.id}`, {
      headers: asOperator,
    })
    return body
  }

  /** One of the changes of a case, such as `take`. */
  change<T = CaseDetail>(
    by: { headers: Record<string, string> },
    id: string,
    change: string,
    body: object = {},
  ): Promise<Answer<T>> {
    return this.send('POST', `/api/operator/cases/${id}/${change}`, by, body)
  }

  /** Reports a player and closes the case with an outcome. */
  async decide(by: TestUser, steamId: string, outcome: 'sanction' | 'noAction'): Promise<void> {
    const { status } = await this.report(by, steamId)
    const { id } = await this.caseOf(steamId)
    const closed = await this.change({ headers: asOperator }, id, 'close', { outcome })
    if (status !== 200 || closed.status !== 200) throw new Error(`${status} ${JSON.stringify(closed.body)}`)
  }
}
