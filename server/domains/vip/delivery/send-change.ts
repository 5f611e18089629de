import { setTimeout as delay } from 'node:timers/promises'
import type { VipCommands } from '@clutch/contract/api/content/operator-portal-settings.ts'
import { toOneLine } from '@clutch/contract/rules/servers/rcon/command-answers.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { RconSession } from '../../servers/index.ts'
import { type Change, commandsOf, groupOfChange } from './membership-changes.ts'
import type { VipRow, VipTable } from './vip-table.ts'

/** The server does not know a command, refused it, or did not store what was sent. */
export class VipNotTaken extends Error {
  override name = 'VipNotTaken'
}

interface Target {
  console: RconSession
  /** Null where the operator does not use it. */
  table: VipTable | null
  commands: VipCommands
  clock: Pick<Clock, 'now'>
}

/** Plugins store in the background; a slow one is waited for this long. */
const checkTries = 12
const checkEveryMs = 150
/** The plugin computes the end by its own clock. */
const endToleranceMs = 120_000

/**
 * Sends one change to a game server. Where the portal writes the plugin's table, the commands only make the plugin read it; where it
 * compares, the row must be as sent. Throws VipNotTaken, VipTableFailed, or the errors of the console.
 */
export async function sendChange(target: Target, change: Change): Promise<void> {
  const { console, table, commands, clock } = target
  const expected = expectedRow(change, commands)
  if (table !== null && commands.table === 'write') {
    await (expected === null
      ? table.remove(change.steamId)
      : table.write(change.steamId, expected, clock.now()))
  }
  await sendLines(console, commandsOf(change, commands, clock.now().getTime()))
  if (table === null || commands.table !== 'check' || (await isStored(table, change, expected))) return
  // A plugin that knows the player already ignores that they are added.
  if (change.kind === 'grant')
    await sendLines(console, commandsOf({ ...change, kind: 'extend' }, commands, clock.now().getTime()))
  if (await isStored(table, change, expected)) return
  throw new VipNotTaken(
    expected === null
      ? 'The VIP plugin did not remove the player from its table vip_users'
      : 'The VIP plugin did not store the player in its table vip_users: check the group and its log',
  )
}

function expectedRow(change: Change, commands: VipCommands): VipRow | null {
  if (change.kind === 'expire') return null
  return { group: groupOfChange(change, commands), until: change.until && change.until.getTime() }
}

async function isStored(table: VipTable, { steamId }: Change, expected: VipRow | null): Promise<boolean> {
  for (let tries = 0; tries < checkTries; tries++) {
    if (tries > 0) await delay(checkEveryMs)
    if (isSameRow(await table.read(steamId), expected)) return true
  }
  return false
}

function isSameRow(row: VipRow | null, expected: VipRow | null): boolean {
  if (row === null || expected === null) return row === expected
  if (row.group !== expected.group) return false
  if (row.until === null || expected.until === null) return row.until === expected.until
  return Math.abs(row.until - expected.until) <= endToleranceMs
}

async function sendLines(console: RconSession, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const problem = findRefusal(line, await console.run(line))
    if (problem !== null) throw new VipNotTaken(problem)
  }
}

/**
 * Returns why a plugin did not take a line, by its answer; null if nothing in it says so. VIPCore and cs2-vip answer nothing, or a
 * success, to a command that they take. "Player not found" of cs2-vip only says that the player is offline.
 */
export function findRefusal(line: string, answer: string): string | null {
  const name = line.split(' ', 1)[0] ?? ''
  if (/\bunknown command\b/i.test(answer))
    return `The server does not know the command ${name}: the VIP plugin is not loaded, or has another command`
  const refusal = /^.*(?:\bus(?:age|ing):|\bgroup was not found\b|\bno permission\b).*$/im.exec(answer)?.[0]
  return refusal === undefined ? null : `${name}: ${toOneLine(refusal)}`
}
