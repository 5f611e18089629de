import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sanction } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import type { SanctionImport } from '@clutch/contract/api/moderation/sanction-imports.ts'
import { signIn } from '../../accounts/testing/test-users.ts'
import type { App } from '../../../platform/http/app.ts'
import { asOperator } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { createModerationApp } from '../testing/moderation-app.ts'
import { readTableRows } from './table-rows.ts'

let context: TestContext
let app: App
beforeAll(async () => {
  context = await createTestContext()
  app = await createModerationApp(context)
})
beforeEach(async () => {
  await context.database.deleteFrom('sanctions').execute()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

async function importText(system: string, text: string, more: object = {}): Promise<SanctionImport> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/operator/sanctions/import',
    headers: asOperator,
    payload: { system, text, ...more },
  })
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  return answer.json<SanctionImport>()
}
const listed = async (query = '') =>
  (await app.inject({ url: `/api/operator/sanctions?size=200${query}`, headers: asOperator })).json<{
    rows: Sanction[]
  }>().rows
const at = (text: string) => Date.parse(text)

/** As `mysqldump` writes the tables of SourceBans++, without column names. */
const sourceBans = `-- MySQL dump 10.13
/*!40101 SET NAMES utf8mb4 */;
CREATE TABLE \`sb_admins\` (
  \`aid\` int(6) NOT NULL AUTO_INCREMENT,
  \`user\` varchar(64) NOT NULL,
  \`authid\` varchar(64) NOT NULL DEFAULT '',
  PRIMARY KEY (\`aid\`),
  UNIQUE KEY \`user\` (\`user\`)
) ENGINE=InnoDB;
INSERT INTO \`sb_admins\` VALUES (1,'Anna','STEAM_0:1:1'),(2,'B\\'ob; (2)','');
CREATE TABLE \`sb_bans\` (
  \`bid\` int(6) NOT NULL AUTO_INCREMENT,
  \`ip\` varchar(32) DEFAULT NULL,
  \`authid\` varchar(64) NOT NULL DEFAULT '',
  \`name\` varchar(128) NOT NULL DEFAULT 'unnamed',
  \`created\` int(11) NOT NULL DEFAULT '0',
  \`ends\` int(11) NOT NULL DEFAULT '0',
  \`length\` int(10) NOT NULL DEFAULT '0',
  \`reason\` text NOT NULL,
  \`aid\` int(6) NOT NULL DEFAULT '0',
  \`adminIp\` varchar(128) NOT NULL DEFAULT '',
  \`sid\` int(6) NOT NULL DEFAULT '0',
  \`country\` varchar(4) DEFAULT NULL,
  \`RemovedBy\` int(8) DEFAULT NULL,
  \`RemoveType\` varchar(3) DEFAULT NULL,
  \`RemovedOn\` int(10) DEFAULT NULL,
  \`type\` tinyint(4) NOT NULL DEFAULT '0',
  \`ureason\` text,
  PRIMARY KEY (\`bid\`)
) ENGINE=InnoDB;
INSERT INTO \`sb_bans\` VALUES (1,'203.0.113.1','STEAM_0:1:100','小\\'明"\\\\',1700000000,1700000000,0,'wall''hack',1,'',0,NULL,NULL,NULL,NULL,0,NULL),
(2,NULL,'[U:1:300]','B',1700000000,1700003600,3600,'line\\nend',2,'',0,NULL,NULL,'E',1700003600,0,NULL),(3,NULL,'STEAM_0:0:200','C',1700000000,0,0,'x',1,'',0,NULL,1,'U',1700001000,0,'appeal'),
(4,'203.0.113.4','','D',1700000000,0,0,'x',1,'',0,NULL,NULL,NULL,NULL,1,NULL),
(5,NULL,'STEAM_ID_LAN','E',1700000000,0,0,'x',1,'',0,NULL,NULL,NULL,NULL,0,NULL),
(6,NULL,'STEAM_0:0:201','F',0,0,0,'x',1,'',0,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO \`sb_comms\` (\`bid\`,\`authid\`,\`name\`,\`created\`,\`ends\`,\`length\`,\`reason\`,\`aid\`,\`RemovedBy\`,\`RemoveType\`,\`RemovedOn\`,\`type\`,\`ureason\`) VALUES (1,'STEAM_0:1:100','A',1700000000,0,0,'noise',1,NULL,NULL,NULL,1,NULL),(2,'STEAM_0:1:100','A',1700000000,0,-1,'spam',1,NULL,NULL,NULL,2,NULL),(3,'STEAM_0:1:100','A',1700000000,0,0,'x',1,NULL,NULL,NULL,7,NULL);
`

test('a dump of SourceBans++ is imported once, with bad rows by their lines; again nothing is added', async () => {
  const dry = await importText('sourcebans', sourceBans, { dryRun: true })
  expect([dry.added, dry.dryRun, await listed()]).toEqual([5, true, []])
  const done = await importText('sourcebans', sourceBans)
  const line = (text: string) => sourceBans.slice(0, sourceBans.indexOf(text)).split('\n').length
  expect(done).toEqual({
    found: 5,
    added: 5,
    updated: 0,
    known: 0,
    skipped: 4,
    skippedRows: [
      { line: line("(4,'203"), reason: 'addressOnly' },
      { line: line('(5,NULL'), reason: 'badSteamId' },
      { line: line('(6,NULL'), reason: 'badTime' },
      { line: line('INSERT INTO `sb_comms`'), reason: 'badType' },
    ],
    dryRun: false,
  })
  const [first] = await listed('&steamId=76561197960265929&kind=ban')
  expect(first).toMatchObject({
    source: 'import',
    name: '小\'明"\\',
    reason: "wall'hack",
    created: 1_700_000_000_000,
    by: '76561197960265731',
    expires: null,
    state: 'active',
    address: null,
  })
  expect((await listed('&steamId=76561197960266028'))[0]).toMatchObject({
    by: "SourceBans++: B'ob; (2)",
    reason: 'line end',
    expires: 1_700_003_600_000,
    state: 'expired',
  })
  expect((await listed('&steamId=76561197960266128'))[0]?.lifted).toEqual({
    at: 1_700_001_000_000,
    by: '76561197960265731',
    reason: 'appeal',
  })
  expect((await listed('&kind=gag'))[0]).toMatchObject({ state: 'expired' })
  expect(await importText('sourcebans', sourceBans)).toMatchObject({ added: 0, updated: 0, known: 5 })
  const unbanned = sourceBans.replace(
    "'wall''hack',1,'',0,NULL,NULL,NULL,NULL",
    "'wall''hack',1,'',0,NULL,1,'U',1700009000",
  )
  expect(await importText('sourcebans', unbanned)).toMatchObject({ added: 0, updated: 1, known: 4 })
})

/** As `sqlite3 .dump` writes the tables of CS2-SimpleAdmin. */
const simpleAdmin = `PRAGMA foreign_keys=OFF;
CREATE TABLE \`sa_bans\` (
  \`id\` INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, \`player_name\` VARCHAR(128), \`player_steamid\` VARCHAR(64), \`player_ip\` VARCHAR(128),
  \`admin_steamid\` VARCHAR(64) NOT NULL,
  \`admin_name\` VARCHAR(128) NOT NULL,
  \`reason\` VARCHAR(255) NOT NULL,
  \`duration\` INTEGER NOT NULL,
  \`ends\` TIMESTAMP NULL,
  \`created\` TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  \`server_id\` INTEGER NULL,
  \`status\` TEXT NOT NULL DEFAULT 'ACTIVE'
    );
INSERT INTO sa_bans VALUES(1,'甲','76561197960265740','203.0.113.5','76561197960265731','Anna','wh',0,NULL,'2026-11-20 20:00:00',1,'ACTIVE');
INSERT INTO sa_bans VALUES(2,NULL,76561197960265741,NULL,0,'Console','x',60,'2026-11-20 21:00:00','2026-11-20 20:00:00.123',1,'UNBANNED');
INSERT INTO sa_bans VALUES(3,NULL,NULL,'203.0.113.6',0,'Console','x',0,NULL,'2026-11-20 20:00:00',1,'ACTIVE');
INSERT INTO sa_mutes (id,player_name,player_steamid,admin_steamid,admin_name,reason,duration,ends,created,type,server_id,status) VALUES (1,'乙','76561197960265742','0','Console','x',0,NULL,'2026-11-20 20:00:00','SILENCE',1,'ACTIVE');
`

test('a database of CS2-SimpleAdmin is imported with the times of its clock, a silence as mute and gag', async () => {
  expect(await importText('simpleadmin', simpleAdmin, { utcOffset: 480 })).toMatchObject({
    found: 4,
    added: 4,
    skippedRows: [{ reason: 'addressOnly' }],
  })
  expect((await listed('&steamId=76561197960265740'))[0]).toMatchObject({
    name: '甲',
    address: '203.0.113.5',
    by: '76561197960265731',
    created: at('2026-11-20T12:00:00Z'),
    state: 'active',
  })
  expect((await listed('&steamId=76561197960265741'))[0]).toMatchObject({
    by: 'SimpleAdmin: Console',
    state: 'lifted',
    expires: at('2026-11-20T13:00:00Z'),
  })
  expect((await listed('&steamId=76561197960265742')).map(({ kind }) => kind).toSorted()).toEqual([
    'gag',
    'mute',
  ])
  expect(await importText('simpleadmin', simpleAdmin, { utcOffset: 480 })).toMatchObject({
    added: 0,
    known: 4,
  })
})

test('what the portal itself sent to the plugin is not imported as another sanction', async () => {
  const steamId = '76561197960265743'
  const body = { kind: 'ban', steamId, reason: 'x' }
  await app.inject({ method: 'POST', url: '/api/operator/sanctions', headers: asOperator, payload: body })
  const created = context.clock.now().toISOString().slice(0, 19).replace('T', ' ')
  const csv = `id,player_name,player_steamid,player_ip,admin_steamid,admin_name,reason,duration,created,status\r\n7,"A, ""B""",${steamId},,0,Console,x,0,${created},ACTIVE\r\n`
  expect(await importText('simpleadmin', csv)).toMatchObject({ found: 1, added: 0, known: 1 })
  expect(await listed()).toHaveLength(1)
})

test('C18 an operator is not sanctioned by an import', async () => {
  const { steamId } = await signIn(context, '76561197960265744', { groups: ['op'] })
  const csv = `bid,ip,authid,name,created,length,type\n1,,${steamId},A,1700000000,0,0\n`
  expect(await importText('sourcebans', csv)).toMatchObject({
    added: 0,
    skippedRows: [{ line: 2, reason: 'operator' }],
  })
})

test.each([
  ' ',
  'INSERT INTO sb_bans VALUES (1,',
  "INSERT INTO sb_bans (bid,authid) VALUES (1,'x",
  'a,b\n"c',
  '(((',
  'bid,authid\n',
])('a file without a whole row imports nothing: %j', async (text) => {
  expect(await importText('sourcebans', text)).toMatchObject({ added: 0 })
})

const readRows = (text: string) =>
  [...readTableRows(text)].map(({ line, values }) => [line, Object.fromEntries(values)])

test('the columns of CREATE TABLE are read from one line or several, whatever their types and texts hold', () => {
  const row = 'INSERT INTO t VALUES (1,2);'
  const readColumns = (columns: string) => readRows(`CREATE TABLE t (${columns});\n${row}`)[0]?.[1]
  expect(readColumns('a int, b int')).toEqual({ a: '1', b: '2' })
  expect(readColumns("`a` decimal(3,1) COMMENT 'x, (y', b enum('it''s, c','d'), PRIMARY KEY (a, b)")).toEqual(
    {
      a: '1',
      b: '2',
    },
  )
  expect(readColumns("\n  a int(2) COMMENT 'it\\'s',\n  b int,\n  KEY k (a,b)\n) ENGINE=X (c int")).toEqual({
    a: '1',
    b: '2',
  })
})

test.each([
  ['empty lines', '\n'.repeat(500_000)],
  ['spaces', ' '.repeat(500_000)],
  ['commas', `CREATE TABLE other (a int${','.repeat(500_000)}\n);`],
  ['values in one line', `INSERT INTO other (a) VALUES (${'1,'.repeat(500_000)}1);`],
])('a dump of many %s is read in linear time', (_what, text) => {
  expect(readRows(`${text}\nINSERT INTO t (a) VALUES (7);\n`).at(-1)?.[1]).toEqual({ a: '7' })
})
