import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '@clutch/contract/api/call.ts'
import { allCalls } from '@clutch/contract/api/index.ts'
import { type TestUser, signIn } from '../../domains/accounts/testing/test-users.ts'
import { addToOpenCase } from '../../domains/moderation/cases/open-case.store.ts'
import { insertAttempt, insertOrder } from '../../domains/payments/testing/rows.ts'
import { insertRefundRequest } from '../../domains/payments/refunds/refund-requests.store.ts'
import { createTestRental } from '../../domains/rentals/testing/rental-builder.ts'
import type { App } from '../../platform/http/app.ts'
import { composeApp } from '../../portal.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { asOperator, testOperatorTokenHash } from '../../testing/http.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'

const player = '76561197960265731'
const op = '76561197960265732'

let context: TestContext
let app: App
let ann: TestUser
let owner: TestUser

beforeAll(async () => {
  // With one connection, an entry that is read outside the transaction would wait for its end forever.
  context = await createTestContext({ database: await createTestDatabase(1) })
  await context.jobs.start()
  app = await composeApp(context, { page: false, operatorTokenHash: testOperatorTokenHash })
  ann = await signIn(context, player)
  owner = await signIn(context, '76561197960265733', { groups: ['op'], secondFactor: 'shown' })
  await watchChanges()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

/** Records, for each changed row of the portal, its table and the transaction. */
async function watchChanges(): Promise<void> {
  await sql`create table row_changes (tx text, changed text)`.execute(context.database)
  await sql`create function record_change() returns trigger language plpgsql as $$ begin
    insert into row_changes values (pg_current_xact_id()::text, tg_argv[0]); return null; end $$`.execute(
    context.database,
  )
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log cannot be written'; end $$`.execute(context.database)
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'row_changes'`.execute(
    context.database,
  )
  for (const { name } of rows)
    await sql`create trigger record_change after insert or update or delete on ${sql.table(name)}
      for each row execute function record_change(${sql.lit(name)})`.execute(context.database)
}

async function readChanges(): Promise<{ transactions: number; tables: string[] }> {
  const { rows } = await sql<{ tx: string; changed: string }>`select tx, changed from row_changes`.execute(
    context.database,
  )
  return {
    transactions: new Set(rows.map(({ tx }) => tx)).size,
    tables: [...new Set(rows.map(({ changed }) => changed))].toSorted(),
  }
}

/** What a call is asked with, and the table that it changes. The preparation is not part of the change. */
interface Change {
  changes: string
  params?: Record<string, string>
  body?: object
  prepare?: () => Promise<Record<string, string> | void>
  /** Whether an operator makes it, not the operator's token. */
  bySession?: true
}

const send = (
  id: string,
  params: Record<string, string> = {},
  body?: object,
  headers: object = asOperator,
) => {
  const call = (allCalls as readonly Call[]).find((one) => one.id === id)
  if (!call) throw new Error(`no call ${id}`)
  return app.inject({
    method: call.method,
    url: call.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? name),
    headers: { ...headers },
    ...(call.method !== 'DELETE' && { payload: body ?? {} }),
  })
}

async function succeed(id: string, params?: Record<string, string>, body?: object, headers?: object) {
  const answer = await send(id, params, body, headers)
  expect([id, answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([
    id,
    answer.statusCode < 300 ? answer.statusCode : 200,
    '',
  ])
  return answer
}

const vipPrice = { product: 'vip', duration: '1m', currency: 'CNY' }

async function preparePaidOrder() {
  const { database, clock } = context
  const id = await insertOrder(database, clock.now(), { user_id: ann.userId, buyer: player })
  const attempt = await insertAttempt(database, clock.now(), { order_id: id })
  const paid = { state: 'paid', paid_by: attempt.id, paid_at: clock.now() } as const
  await database.updateTable('orders').set(paid).where('id', '=', id).execute()
  return { id }
}

async function prepareRefundRequest() {
  const { id } = await preparePaidOrder()
  const attempt = context.database.selectFrom('payment_attempts').select('id').where('order_id', '=', id)
  await insertRefundRequest(context.database, {
    order_id: id,
    attempt_id: (await attempt.executeTakeFirstOrThrow()).id,
    amount: 1,
    currency: 'CNY',
    reason: 'x',
    requested_by: player,
    requested_at: context.clock.now(),
  })
  return { id }
}

const money: Record<string, Change> = {
  operatorRefundOrder: { changes: 'refunds', body: { reason: 'x' }, prepare: preparePaidOrder },
  operatorApproveRefund: { changes: 'refunds', prepare: prepareRefundRequest },
  operatorDeclineRefund: { changes: 'refund_requests', prepare: prepareRefundRequest },
  operatorFulfilOrder: { changes: 'orders', prepare: preparePaidOrder },
  operatorSetPrice: { changes: 'prices', params: vipPrice, body: { amount: 100 } },
  operatorRemovePrice: {
    changes: 'prices',
    params: vipPrice,
    prepare: async () => void (await succeed('operatorSetPrice', vipPrice, { amount: 100 })),
  },
  operatorSetCoupon: { changes: 'coupons', params: { code: 'SPRING' }, body: { percent: 10 } },
  operatorRemoveCoupon: {
    changes: 'coupons',
    params: { code: 'AUTUMN' },
    prepare: async () => void (await succeed('operatorSetCoupon', { code: 'AUTUMN' }, { percent: 10 })),
  },
  operatorCreateCards: { changes: 'gift_cards', body: { count: 2, duration: '1m', batch: 'spring' } },
  operatorVoidCard: {
    changes: 'gift_cards',
    prepare: async () => {
      await succeed('operatorCreateCards', {}, { count: 1, duration: '1m', batch: 'autumn' })
      const card = context.database.selectFrom('gift_cards').select('id').where('batch', '=', 'autumn')
      return card.orderBy('id', 'desc').executeTakeFirstOrThrow()
    },
  },
}

async function prepareSanction(): Promise<{ id: string }> {
  const body = { kind: 'ban', steamId: nextSteamId(), reason: 'x' }
  return (await succeed('operatorAddSanction', {}, body)).json<{ id: string }>()
}

let reported = 0

/** An open case, of another player each time. */
function prepareCase(): Promise<{ id: string }> {
  const steamId = String(76561197960280000n + BigInt((reported += 1)))
  const at = context.clock.now()
  return addToOpenCase(context.database, { steamId, kind: 'report', serverId: null, at, reports: 1 })
}

const moderation: Record<string, Change> = {
  operatorAddSanction: { changes: 'sanctions', body: { kind: 'ban', steamId: op, reason: 'x' } },
  operatorImportSanctions: {
    changes: 'sanctions',
    body: { system: 'sourcebans', text: 'bid,authid,ip,created,length\n1,[U:1:9],,1700000000,0\n' },
  },
  operatorChangeSanction: { changes: 'sanctions', body: { reason: 'y' }, prepare: prepareSanction },
  operatorLiftSanction: { changes: 'sanctions', body: {}, prepare: prepareSanction },
  operatorCommentSanction: { changes: 'sanction_comments', body: { text: 'x' }, prepare: prepareSanction },
  operatorSetRentalModeration: {
    changes: 'rentals',
    body: { preset: 'simpleadmin' },
    prepare: async () => ({ number: (await createTestRental(context)).number }),
  },
  operatorDismissAnomalyFlag: {
    changes: 'board_flags',
    prepare: async () => {
      const [id, at] = [randomUUIDv7(), context.clock.now()]
      const flag = { id, steam_id: player, kind: 'rate', detail: '{}', day: '2026-11-01', at }
      await context.database.insertInto('board_flags').values(flag).execute()
      return { id }
    },
  },
  operatorTakeCase: { changes: 'cases', prepare: prepareCase, bySession: true },
  operatorReleaseCase: {
    changes: 'cases',
    prepare: async () => {
      const { id } = await prepareCase()
      await context.database.updateTable('cases').set({ assignee: op }).where('id', '=', id).execute()
      return { id }
    },
  },
  operatorCommentCase: { changes: 'case_comments', body: { text: 'x' }, prepare: prepareCase },
  operatorCloseCase: { changes: 'cases', body: { outcome: 'noAction' }, prepare: prepareCase },
  operatorSanctionCase: { changes: 'sanctions', body: { kind: 'ban', reason: 'x' }, prepare: prepareCase },
  operatorAnswerAppeal: {
    changes: 'appeal_messages',
    body: { text: 'x' },
    prepare: async () => {
      const { id } = await prepareCase()
      await context.database.updateTable('cases').set({ kind: 'appeal' }).where('id', '=', id).execute()
      return { id }
    },
  },
  operatorReopenCase: {
    changes: 'cases',
    prepare: async () => {
      const { id } = await prepareCase()
      await succeed('operatorCloseCase', { id }, { outcome: 'noAction' })
      return { id }
    },
  },
  operatorHidePlayer: { changes: 'hidden_players', params: { steamId: player }, body: { reason: 'x' } },
  operatorUnhidePlayer: {
    changes: 'hidden_players',
    params: { steamId: op },
    prepare: async () => void (await succeed('operatorHidePlayer', { steamId: op }, { reason: 'x' })),
  },
}

const aRole = { name: { zh: '版主', en: 'Moderator' }, rights: { players: 'change' } }

const aToken = { name: 'Overlay', rights: { players: 'read' }, service: true }

async function addRole(): Promise<{ id: string }> {
  return (await succeed('operatorAddRole', {}, aRole)).json<{ id: string }>()
}

let people = 0
const nextSteamId = () => String(76561197960270000n + BigInt((people += 1)))

/** A user with a session, for one call. */
async function preparePerson(options: Parameters<typeof signIn>[2] = {}) {
  const { userId: id, steamId, sessionId: session } = await signIn(context, nextSteamId(), options)
  return { id, steamId, session, who: steamId }
}

const rights: Record<string, Change> = {
  operatorGrantGroup: {
    changes: 'memberships',
    params: { steamId: player, group: 'vip' },
    body: { expires: null },
  },
  operatorRevokeGroup: {
    changes: 'memberships',
    prepare: async () => ({ ...(await preparePerson({ groups: ['vip'] })), group: 'vip' }),
  },
  operatorAddOperator: { changes: 'operators', prepare: () => preparePerson() },
  operatorRemoveOperator: { changes: 'operators', prepare: () => preparePerson({ groups: ['op'] }) },
  operatorAddRole: { changes: 'operator_roles', body: aRole },
  operatorChangeRole: {
    changes: 'operator_roles',
    body: { rights: { players: 'read' } },
    prepare: addRole,
  },
  operatorRemoveRole: { changes: 'operator_roles', prepare: addRole },
  operatorAddApiToken: { changes: 'api_tokens', body: aToken },
  operatorRevokeApiToken: {
    changes: 'api_tokens',
    prepare: async () => (await succeed('operatorAddApiToken', {}, aToken)).json<{ id: string }>(),
  },
  operatorBlockUser: {
    changes: 'user_blocks',
    body: { reason: 'x', expires: null },
    prepare: () => preparePerson(),
  },
  operatorUnblockUser: {
    changes: 'user_blocks',
    prepare: async () => {
      const { id } = await preparePerson()
      await succeed('operatorBlockUser', { id }, { reason: 'x', expires: null })
      return { id }
    },
  },
  operatorEndSession: { changes: 'sessions', prepare: () => preparePerson() },
  operatorEndSessions: { changes: 'sessions', prepare: () => preparePerson() },
  operatorCreateSignInLink: {
    changes: 'tickets',
    prepare: () => preparePerson({ groups: ['op'] }),
  },
  operatorResetSecondFactor: {
    changes: 'second_factors',
    prepare: () => preparePerson({ secondFactor: 'shown' }),
  },
  operatorRemoveEmail: {
    changes: 'users',
    prepare: async () => {
      const person = await preparePerson()
      const withEmail = { email: `${person.id}@example.org`, password_hash: 'hash' }
      await context.database.updateTable('users').set(withEmail).where('id', '=', person.id).execute()
      return person
    },
  },
  operatorRemoveLink: {
    changes: 'linked_accounts',
    prepare: async () => {
      const person = await preparePerson()
      const link = { provider: 'qq', subject: person.id, name: 'x', linked_at: context.clock.now() }
      await context.database
        .insertInto('linked_accounts')
        .values({ user_id: person.id, ...link })
        .execute()
      return { ...person, provider: link.provider }
    },
  },
}

const changes = { ...money, ...moderation, ...rights }

/** Changes in the same areas whose entry follows the answer, and why. */
const withoutTransaction: Record<string, string> = {
  operatorAddPrivilege: 'a text of the store',
  operatorChangePrivilege: 'a text of the store',
  operatorRemovePrivilege: 'a text of the store',
  operatorReapplyVip: 'sends the same rights to a game server again',
  operatorKickPlayer: 'a command in the game, nothing is stored',
  operatorBanPlayer: 'a command in the game, nothing is stored',
  operatorModeratePlayer: 'a command in the game, nothing is stored',
  operatorSendServerMessage: 'a command in the game, nothing is stored',
}
const areas: readonly Call['area'][] = ['refunds', 'prices', 'users', 'operators', 'players', 'reports']

test('C12 every change of money, rights and moderation is among those shown to be one transaction with its entry', () => {
  const inAreas = (allCalls as readonly Call[]).filter(
    ({ who, method, area }) => who === 'operator' && method !== 'GET' && areas.includes(area),
  )
  const expected = [
    ...inAreas.map(({ id }) => id),
    'operatorFulfilOrder',
    'operatorSetRentalModeration',
    'operatorAddApiToken',
    'operatorRevokeApiToken',
  ]
  expect([...Object.keys(changes), ...Object.keys(withoutTransaction)].toSorted()).toEqual(
    expected.toSorted(),
  )
})

test.each(Object.entries(changes))(
  'C12 %s and its entry in the audit log are one transaction: without the entry there is no change',
  async (id, { changes: table, params, body, prepare, bySession }) => {
    const headers = bySession ? owner.headers : asOperator
    const prepared = { ...params, ...(await prepare?.()) }
    await context.database.deleteFrom('audit_log').execute()
    await sql`truncate row_changes`.execute(context.database)
    await sql`create trigger refuse before insert on audit_log for each row execute function refuse()`.execute(
      context.database,
    )
    expect((await send(id, prepared, body, headers)).statusCode).toBe(500)
    await sql`drop trigger refuse on audit_log`.execute(context.database)
    expect(await readChanges()).toEqual({ transactions: 0, tables: [] })
    await succeed(id, prepared, body, headers)
    const { transactions, tables } = await readChanges()
    expect(transactions).toBe(1)
    expect(tables).toEqual(expect.arrayContaining(['audit_log', table]))
    const entries = await context.database
      .selectFrom('audit_log')
      .select('detail')
      .where(sql<boolean>`detail->>'refused' is null`)
      .where('action', '=', id)
      .execute()
    expect(entries).toHaveLength(1)
  },
)
