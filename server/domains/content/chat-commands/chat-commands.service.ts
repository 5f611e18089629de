import { randomUUIDv7 } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Body } from '@clutch/contract/api/call.ts'
import type {
  operatorAddChatCommand,
  operatorChangeChatCommand,
  OperatorChatCommand,
} from '@clutch/contract/api/content/operator-chat-commands.ts'
import { type ChatCommand, chatCommandTypes } from '@clutch/contract/api/rentals/rental-page.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import * as store from './chat-commands.store.ts'

const fileSchema = z.array(
  z.strictObject({
    command: z.string(),
    en: z.string(),
    zh: z.string(),
    brief: z._default(z.strictObject({ zh: z.string(), en: z.string() }), { zh: '', en: '' }),
    type: z.enum(chatCommandTypes),
    isFrequent: z.boolean(),
  }),
)

/** Between two commands of the file there is room for others. */
const positionStep = 10

/** G1: fills the table of commands from the project's own list, once for all time: what an operator removes stays away. */
export async function seedCommands({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 'chat-commands.json'), 'utf8')
  const rows = z
    .parse(fileSchema, JSON.parse(text))
    .map(({ command, en, zh, brief, type, isFrequent }, index) => ({
      id: randomUUIDv7(),
      position: (index + 1) * positionStep,
      command,
      description_zh: zh,
      description_en: en,
      brief_zh: brief.zh,
      brief_en: brief.en,
      type,
      frequent: isFrequent,
    }))
  await database.transaction().execute(async (tx) => {
    if (await store.claimSeeding(tx, clock.now())) await store.insertCommands(tx, rows)
  })
}

/** G1: the commands as players see them, in the order of the operator. */
export async function listCommands(queries: Queries): Promise<ChatCommand[]> {
  return (await listAllCommands(queries)).map(
    ({ id: _id, position: _position, revision: _revision, ...command }) => command,
  )
}

/** The same with what an operator changes them by. */
export async function listAllCommands(queries: Queries): Promise<OperatorChatCommand[]> {
  return (await store.selectCommands(queries)).map(toOperatorCommand)
}

/** One of them; throws `command.not_found`. */
export async function getCommand(queries: Queries, id: string): Promise<OperatorChatCommand> {
  return toOperatorCommand((await store.selectCommand(queries, id)) ?? commandNotFound())
}

/** Adds a command; throws `request.invalid` for one without any description. */
export async function addCommand(
  queries: Queries,
  command: Body<typeof operatorAddChatCommand>,
): Promise<OperatorChatCommand> {
  const { description, brief, isFrequent: frequent, ...others } = command
  assertAnyDescription(description)
  const texts = {
    description_zh: description.zh,
    description_en: description.en,
    brief_zh: brief.zh,
    brief_en: brief.en,
  }
  return toOperatorCommand(
    await store.insertCommand(queries, { id: randomUUIDv7(), ...others, frequent, ...texts }),
  )
}

/**
 * Changes the given fields of a command; throws `command.not_found`, `edit.conflict`, or `request.invalid`
 * where no description would remain.
 */
export async function changeCommand(
  { database }: Pick<AppContext, 'database'>,
  id: string,
  { description = {}, brief = {}, isFrequent, revision, ...others }: Body<typeof operatorChangeChatCommand>,
): Promise<OperatorChatCommand> {
  const change = {
    ...others,
    ...(isFrequent !== undefined && { frequent: isFrequent }),
    ...(description.zh !== undefined && { description_zh: description.zh }),
    ...(description.en !== undefined && { description_en: description.en }),
    ...(brief.zh !== undefined && { brief_zh: brief.zh }),
    ...(brief.en !== undefined && { brief_en: brief.en }),
  }
  return database.transaction().execute(async (tx) => {
    assertRevision((await store.lockCommand(tx, id)) ?? commandNotFound(), revision)
    const updated = toOperatorCommand(await store.updateCommand(tx, id, change))
    assertAnyDescription(updated.description)
    return updated
  })
}

/** Removes a command; throws `command.not_found`, `edit.conflict`. */
export async function removeCommand(
  { database }: Pick<AppContext, 'database'>,
  id: string,
  revision: number | undefined,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    assertRevision((await store.lockCommand(tx, id)) ?? commandNotFound(), revision)
    await store.deleteCommand(tx, id)
  })
}

function commandNotFound(): never {
  throw new PortalError('command.not_found', 'There is no such command')
}

function assertAnyDescription({ zh, en }: { zh: string; en: string }): void {
  if (zh.trim() === '' && en.trim() === '')
    throw new PortalError('request.invalid', 'description: empty in both languages')
}

function toOperatorCommand(row: store.CommandRow): OperatorChatCommand {
  return {
    id: row.id,
    position: row.position,
    command: row.command,
    description: { zh: row.description_zh, en: row.description_en },
    brief: { zh: row.brief_zh, en: row.brief_en },
    isFrequent: row.frequent,
    // The column holds no other (a check).
    type: z.parse(z.enum(chatCommandTypes), row.type),
    revision: row.revision,
  }
}
