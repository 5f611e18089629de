import type { Body } from '@clutch/contract/api/call.ts'
import type { operatorSetRentalModeration } from '@clutch/contract/api/rentals/operator-rental-moderation.ts'
import type { RconReply } from '@clutch/contract/api/servers/operator-server-control.ts'
import type { LivePlayers, ModerationOrder } from '@clutch/contract/api/servers/operator-moderation.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type WriteAudit, noAudit } from '../../../platform/http/calls/write-audit.ts'
import {
  RconClient,
  findModerationCommands,
  listPlayersByConsole,
  moderatePlayer,
  throwRconError,
} from '../../servers/index.ts'
import { findRconRoute } from '../game/rcon-route.ts'
import { openRentalSecret } from '../rental-secrets.ts'
import {
  type InstanceRow,
  type RentalRow,
  notifyRentalChanged,
  selectInstances,
  selectRentalByNumber,
} from '../rentals.store.ts'
import { lockUnrevokedRental } from './operator-rentals.service.ts'
import { updateModerationPreset } from './operator-rentals.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'keys' | 'clock' | 'config'>

/** Lists who is on a rented server, by its console. Throws `rental.not_found`, `rental.not_ready` or `server.rcon_failed`. */
export async function listRentalPlayers(context: Dependencies, number: string): Promise<LivePlayers> {
  const at = context.clock.now().getTime()
  const { rental, instance } = await getRunningRental(context, number)
  const { players, machine } = await withConsole(context, { rental, instance }, listPlayersByConsole)
  return { players, machine, source: 'console', at }
}

/** Does to a player of a rented server what an operator ordered. Throws as `listRentalPlayers` and `moderatePlayer` do. */
export async function moderateRentalPlayer(
  context: Dependencies,
  content: PortalSettingsCache,
  { number, order }: { number: string; order: ModerationOrder },
): Promise<RconReply> {
  const running = await getRunningRental(context, number)
  const commands = findModerationCommands(content, running.rental.moderation_preset)
  return withConsole(context, running, (ask) =>
    moderatePlayer(
      {
        commands,
        listPlayers: async () => (await listPlayersByConsole(ask)).players,
        run: async (command) => {
          const began = context.clock.monotonicMs()
          const output = await ask(command)
          return { command, output, ms: Math.round(context.clock.monotonicMs() - began) }
        },
      },
      order,
    ),
  )
}

/** For the audit log: the preset of a rented server; null for the portal's. Throws `rental.not_found`. */
export async function getModerationPreset(queries: Queries, number: string): Promise<string | null> {
  const rental = await selectRentalByNumber(queries, number)
  if (!rental) throw new PortalError('rental.not_found', 'There is no such server')
  return rental.moderation_preset
}

/** Throws `rental.not_found`. */
export async function setRentalModeration(
  { database }: Pick<AppContext, 'database'>,
  number: string,
  { preset }: Body<typeof operatorSetRentalModeration>,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const { id } = await lockUnrevokedRental(tx, number)
    await updateModerationPreset(tx, id, preset)
    await notifyRentalChanged(tx, id)
    await writeAudit(tx)
  })
}

interface RunningRental {
  rental: RentalRow
  instance: InstanceRow
}

async function getRunningRental({ database, config }: Dependencies, number: string): Promise<RunningRental> {
  const rental = await selectRentalByNumber(database, number)
  if (!rental) throw new PortalError('rental.not_found', 'There is no such server')
  const instances = await selectInstances(database, rental.id)
  const instance = instances.find(({ generation }) => generation === rental.generation)
  const isReady = instance !== undefined && instance.ready_at !== null && instance.removed_at === null
  if (!isReady || config.gameProtocol !== 'valve')
    throw new PortalError('rental.not_ready', 'This server has no console that answers')
  return { rental, instance }
}

async function withConsole<Result>(
  { config, keys }: Dependencies,
  { rental, instance }: RunningRental,
  task: (ask: (line: string) => Promise<string>) => Promise<Result>,
): Promise<Result> {
  const route = findRconRoute(config, { host: instance.host, port: instance.port })
  const password = openPassword(keys, rental)
  const client = new RconClient({ ...route, password })
  try {
    return await task((line) => client.run(line).catch(throwRconError))
  } finally {
    client.close()
  }
}

function openPassword(keys: Dependencies['keys'], { id, rcon_password: sealed }: RentalRow): string {
  try {
    return openRentalSecret(keys, id, 'rcon', sealed)
  } catch (error) {
    return throwRconError(error)
  }
}
