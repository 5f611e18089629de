import { readFileSync, readdirSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readArchive } from './read-archive.ts'
import { BackupFixture, query, withClient } from '../testing/backup-fixture.ts'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'

/** A process grows by some 80 MB whatever it copies: only a table much larger than that tells. */

let fixture: BackupFixture
beforeAll(() => {
  fixture = new BackupFixture()
})
afterAll(() => fixture.close())

test('a backup is of one moment, whatever is written meanwhile', async () => {
  const { address } = await fixture.filled(await getTestCluster())
  const order = `insert into orders (id, number, user_id, buyer, steam_id, product, product_id, options, duration, description_zh, description_en,
      method, currency, list_amount, amount, state, created_at)
    select ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, 'w' || n, user_id, buyer,
    steam_id, product, product_id, options, duration, description_zh, description_en, method, currency, list_amount, amount, 'open',
    now() from orders, generate_series($1::integer, $1::integer) as n where number = 'n2'`
  const step = `insert into money_steps (order_id, thing, from_state, to_state, reason, at)
    select id, 'order', '', 'open', '', now() from orders where number = 'w' || $1::text`
  let written = 0
  const file = fixture.at('moment.tar')
  await withClient(address, async (client) => {
    await fixture.backup(address, file, {
      between: async () => {
        written += 1
        await client.query('begin')
        await client.query(order, [written])
        await client.query(step, [written])
        await client.query('commit')
      },
    })
  })
  expect(written).toBeGreaterThan(50)
  const there = await fixture.empty(await getTestCluster())
  await fixture.restore(there, file)
  const counts = `select (select count(*)::integer from orders) as orders, (select count(*)::integer from money_steps) as steps`
  expect(await query(there, counts)).toEqual([{ orders: 2, steps: 1 }])
  expect(await query(address, counts)).toEqual([{ orders: 2 + written, steps: 1 + written }])
})

test.runIf(isProving)(
  'a table of any size goes through in parts: what is in memory stays small, there and back',
  async () => {
    const { address } = await fixture.filled(await getTestCluster())
    const megabytes = 600
    await query(
      address,
      `insert into event_batches (stream_id, at, begins, ends, key, body, received_at, free_for_all, min_humans)
     select 1, 1000 + n, 0, 0, 'k', convert_to(repeat(md5(n::text), 16384), 'UTF8'), now(), false, 2
       from generate_series(1, ${megabytes}) as n`,
    )
    const file = fixture.at('large.tar')
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
    await fixture.backup(address, file)
    const sizes: number[] = []
    for await (const { name, content } of readArchive(file)) {
      if (!name.startsWith('tables/event_batches/')) continue
      let size = 0
      for await (const chunk of content) size += chunk.length
      sizes.push(size)
    }
    const there = await fixture.empty(await getTestCluster())
    await fixture.restore(there, file)
    clearInterval(watch)
    expect(sizes.length).toBeGreaterThan(megabytes / 10)
    expect(Math.max(...sizes)).toBeLessThan(12 * 1024 ** 2)
    expect(most - before).toBeLessThan((megabytes / 3) * 1024 ** 2)
    expect(await query(there, 'select count(*)::integer as batches from event_batches')).toEqual([
      { batches: megabytes + 50 },
    ])
  },
  300_000,
)

test('no secret is in a backup: no key, no token, no password of the database', async () => {
  const { address } = await fixture.filled(await getTestCluster())
  const file = fixture.at('secrets.tar')
  await fixture.backup({ ...address, password: 'the-database-password' } as typeof address, file)
  const bytes = zstdDecompressSync(readFileSync(file))
  expect(bytes.includes(fixture.keys.seal('', '').split('.')[0] ?? '')).toBe(true)
  const key = Buffer.from(fixture.secretKey, 'base64')
  for (const secret of [
    fixture.secretKey,
    key,
    key.toString('hex'),
    key.toString('base64url'),
    'the-database-password',
  ])
    expect(bytes.includes(secret)).toBe(false)
  for (const { key: derived } of ['session', 'seal', 'backup', 'demo'].flatMap((use) =>
    fixture.keys.signingKeys(use),
  ))
    expect(bytes.includes(derived) || bytes.includes(derived.toString('hex'))).toBe(false)
})

test('where there is a file already it stays, and a backup that fails leaves none', async () => {
  const { address } = await fixture.filled(await getTestCluster())
  await fixture.backup(address, fixture.at('there.tar'))
  const before = readFileSync(fixture.at('there.tar'))
  await expect(fixture.backup(address, fixture.at('there.tar'))).rejects.toThrow('is there already')
  expect(readFileSync(fixture.at('there.tar')).equals(before)).toBe(true)
  const broken = fixture.backup(address, fixture.at('broken.tar'), {
    between: () => Promise.reject(new Error('broken')),
  })
  await expect(broken).rejects.toThrow('broken')
  await expect(
    fixture.backup(await fixture.empty(await getTestCluster()), fixture.at('none.tar')),
  ).rejects.toThrow('there is no portal in this database')
  await expect(fixture.backup(address, fixture.at('no-folder/x.tar'))).rejects.toThrow(
    'no-folder does not exist',
  )
  expect(readdirSync(fixture.folder).filter((name) => /broken|none|part/.test(name))).toEqual([])
})
