import { randomUUIDv7 } from 'node:crypto'
import type { RconReply, RconLogEntry } from '@clutch/contract/api/servers/operator-server-control.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { rconLogRetentionMs, rconLogPageSize, rconOutputMaxLength } from '@clutch/contract/limits.ts'
import {
  maskAddresses,
  maskCommand,
  maskOutput,
  findSecrets,
} from '@clutch/contract/rules/servers/rcon/rcon-secrets.ts'
import type { AppContext } from '../../../platform/context.ts'
import { throwRconError } from '../rcon/rcon-session.ts'
import * as store from './rcon-commands.store.ts'
import type { RconClientPool } from '../rcon/rcon-client-pool.ts'
import type { SealedRconServer } from '../rcon/rcon-refusals.ts'
import { findServer } from '../registry/registry.store.ts'
import { rconSealContext, serverNotRegistered } from '../registry/registry.service.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys'>

/** What operators run on the consoles of registered servers, each line written down with its answer, no secret among them. */
export class RconCommands {
  readonly #context: Dependencies
  readonly #clients: RconClientPool

  constructor(context: Dependencies, clients: RconClientPool) {
    this.#context = context
    this.#clients = clients
  }

  /**
   * Runs a line as an operator typed it and answers what came, masked. `actor` is a SteamID64 or `operator`. Throws
   * `server.not_registered`, `server.no_rcon`, `server.rcon_failed` or `server.private_address`.
   */
  async run(id: string, line: string, actor: string): Promise<RconReply> {
    const server = await this.#getSealedServer(id)
    const { clock } = this.#context
    const command = this.#maskWithPassword(line, server.sealedRcon, id)
    const began = clock.monotonicMs()
    try {
      const answer = await this.#runLine(server, line.trim())
      const output = truncateMiddle(maskOutput(answer, [...findSecrets(line), this.#openPassword(server)]))
      const ms = Math.round(clock.monotonicMs() - began)
      await this.#save(id, { actor, command, output, ms, refused: null })
      return { command, output, ms }
    } catch (error) {
      if (error instanceof PortalError) {
        const ms = Math.round(clock.monotonicMs() - began)
        await this.#save(id, { actor, command, output: '', ms, refused: error.code })
      }
      throw error
    }
  }

  /**
   * Runs a line of the portal's own, not an operator's: nothing is stored or masked, since a player named
   * like a secret must be visible. Throws as `run` does.
   */
  async ask(id: string, line: string): Promise<string> {
    return truncateMiddle(await this.#runLine(await this.#getSealedServer(id), line))
  }

  /** A line as it may be written down where it was not run: without its secrets, nor the server's RCON password. */
  async shown(id: string, line: string): Promise<string> {
    const server = await findServer(this.#context.database, id)
    return this.#maskWithPassword(line, server?.rcon_password ?? null, id)
  }

  /** Returns the recent commands, oldest first; throws `server.not_registered`. */
  async history(id: string): Promise<RconLogEntry[]> {
    const { database } = this.#context
    if (!(await findServer(database, id))) throw serverNotRegistered()
    const rows = await store.selectRecentRconCommands(database, id, rconLogPageSize)
    return rows.toReversed().map(({ server_id: _server, at, ...line }) => ({ ...line, at: at.getTime() }))
  }

  async #runLine(server: SealedRconServer, line: string): Promise<string> {
    try {
      return toPlainText(await this.#clients.of(server).run(line))
    } catch (error) {
      return throwRconError(error)
    }
  }

  #maskWithPassword(line: string, sealedRcon: string | null, id: string): string {
    const password = sealedRcon === null ? '' : this.#openPassword({ id, sealedRcon })
    return maskCommand(line.trim(), [password])
  }

  /** Nothing where it cannot be read: then it cannot be sent either. */
  #openPassword({ id, sealedRcon }: Pick<SealedRconServer, 'id' | 'sealedRcon'>): string {
    try {
      return this.#context.keys.open(sealedRcon, rconSealContext(id))
    } catch {
      return ''
    }
  }

  async #getSealedServer(id: string): Promise<SealedRconServer> {
    const server = await findServer(this.#context.database, id)
    if (!server) throw serverNotRegistered()
    const { ip, port, rcon_password: sealedRcon } = server
    if (sealedRcon === null)
      throw new PortalError('server.no_rcon', 'No RCON password is stored for this server')
    return { id, ip, port, sealedRcon }
  }

  async #save(
    serverId: string,
    line: Pick<RconLogEntry, 'actor' | 'command' | 'output' | 'ms' | 'refused'>,
  ): Promise<void> {
    const { database, clock } = this.#context
    const at = clock.now()
    // The server may have been removed while its console was thinking.
    if (!(await findServer(database, serverId))) return
    const output = maskAddresses(line.output)
    await store.insertRconCommand(database, { ...line, output, id: randomUUIDv7(), server_id: serverId, at })
    await store.deleteRconCommandsBefore(database, new Date(at.getTime() - rconLogRetentionMs))
  }
}

/** With the escape before it gone, which is unwanted anyhow. */
const colourCodes = /\p{Cc}\[[\d;]*m/gu
const controlCharacters = /(?![\t\n])\p{Cc}/gu

/** What a console wrote, without colours and control characters. */
function toPlainText(output: string): string {
  return output.toWellFormed().replaceAll(colourCodes, '').replaceAll(controlCharacters, '').trimEnd()
}

/** Of a very long answer the middle is left out. */
function truncateMiddle(text: string): string {
  if (text.length <= rconOutputMaxLength) return text
  const half = rconOutputMaxLength / 2
  return `${text.slice(0, half)}\n…\n${text.slice(-half)}`.toWellFormed()
}
