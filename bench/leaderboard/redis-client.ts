import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type Socket, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type RedisReply, readReplies } from './redis-replies.ts'

const redisProgram = 'redis-server'

/** Redis in memory only, on a Unix socket in a folder of its own, with one connection to it. */
export class RedisClient {
  readonly #server: ChildProcess
  readonly #folder: string
  readonly #socket: Socket
  readonly #pending: PromiseWithResolvers<RedisReply>[] = []
  #unread: Buffer = Buffer.alloc(0)

  private constructor(server: ChildProcess, folder: string, socket: Socket) {
    this.#server = server
    this.#folder = folder
    this.#socket = socket
    socket.on('data', (bytes) => this.#read(bytes))
    socket.on('close', () => {
      for (const { reject } of this.#pending) reject(new Error('Redis ended'))
    })
  }

  /** Starts Debian's `redis-server`, without persistence. */
  static async start(): Promise<RedisClient> {
    const folder = mkdtempSync(join(tmpdir(), 'clutch-redis-'))
    const path = join(folder, 'redis.sock')
    const args = ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no', '--dir', folder]
    const server = spawn(redisProgram, args, { stdio: 'ignore' })
    const ended = once(server, 'exit').then(() => true)
    while (!existsSync(path)) {
      if (await Promise.race([ended, wait(20, false)])) throw new Error('redis-server does not start')
    }
    const socket = connect(path)
    await once(socket, 'connect')
    return new RedisClient(server, folder, socket)
  }

  /** Sends commands in one go and answers their replies; rejects with the first error among them. */
  async pipeline(commands: readonly (readonly (string | number)[])[]): Promise<RedisReply[]> {
    const replies = commands.map(() => {
      const reply = Promise.withResolvers<RedisReply>()
      this.#pending.push(reply)
      return reply.promise
    })
    this.#socket.write(commands.map(encodeCommands).join(''))
    return Promise.all(replies)
  }

  async send(...command: (string | number)[]): Promise<RedisReply> {
    const [reply = null] = await this.pipeline([command])
    return reply
  }

  /** Bytes its data takes. */
  async memory(): Promise<number> {
    const [, used] = /used_memory:(\d+)/.exec(String(await this.send('INFO', 'memory'))) ?? []
    return Number(used)
  }

  /** Processor time it used so far, µs. */
  async cpuUs(): Promise<number> {
    const info = String(await this.send('INFO', 'cpu'))
    const seconds = ['used_cpu_user', 'used_cpu_sys'].map(
      (name) => new RegExp(`${name}:([\\d.]+)`).exec(info)?.[1],
    )
    return seconds.reduce((sum, each) => sum + Number(each) * 1e6, 0)
  }

  async stop(): Promise<void> {
    this.#socket.destroy()
    const ended = once(this.#server, 'exit')
    this.#server.kill()
    await ended
    rmSync(this.#folder, { recursive: true })
  }

  #read(bytes: Buffer): void {
    const { replies, rest } = readReplies(Buffer.concat([this.#unread, bytes]))
    this.#unread = rest
    for (const reply of replies) {
      const waiting = this.#pending.shift()
      if (reply instanceof Error) waiting?.reject(reply)
      else waiting?.resolve(reply)
    }
  }
}

function encodeCommands(command: readonly (string | number)[]): string {
  const words = command.map((word) => `$${Buffer.byteLength(String(word))}\r\n${word}\r\n`)
  return `*${command.length}\r\n${words.join('')}`
}
