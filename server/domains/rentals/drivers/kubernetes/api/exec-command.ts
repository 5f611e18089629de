import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type ClientOptions, WebSocket } from 'ws'
import { parseJson } from '../../../../../platform/parse-json.ts'
import { HostUnreachable } from '../../driver.ts'
import type { ClusterClient } from './cluster-client.ts'

const stdinChannel = 0
const stdoutChannel = 1
const stderrChannel = 2
const statusChannel = 3
/** Not `v5`, which API servers translate to another protocol for the node: this one passes through as it is. */
const protocols = ['v4.channel.k8s.io']

export interface ContainerCommand {
  pod: string
  container: string
  command: readonly string[]
  /** The protocol cannot end stdin: the input has to tell its own length. */
  input?: Buffer
}

/** Runs a command in a container and returns what it printed. Throws HostUnreachable if it did not end with 0. */
export function execCommand(client: ClusterClient, called: ContainerCommand): Promise<Buffer> {
  return buffer(streamCommand(client, called))
}

/**
 * Runs a command in a container and streams what it prints, no faster than that is read. The stream fails with HostUnreachable if the
 * command does not end with 0, or is silent for the time limit of a call
 * while it is read.
 */
export function streamCommand(client: ClusterClient, called: ContainerCommand): Readable {
  const printed = new PassThrough()
  void connect(client, called, printed).catch((error: unknown) =>
    printed.destroy(
      new HostUnreachable(
        `${client.name}: no command runs in ${called.pod} (${error instanceof Error ? error.message : String(error)})`,
      ),
    ),
  )
  return printed
}

async function connect(client: ClusterClient, called: ContainerCommand, printed: PassThrough): Promise<void> {
  const { callMs } = client.timeouts
  const options: ClientOptions = { handshakeTimeout: callMs }
  await client.config.applyToHTTPSOptions(options)
  const socket = new WebSocket(getExecAddress(client, called), protocols, options)
  const faults: Buffer[] = []
  const fail = (why: string) => {
    const words = Buffer.concat(faults).toString('utf8').slice(0, 200)
    printed.destroy(new HostUnreachable(`${client.name}: ${called.pod}: ${why} ${words}`.trim()))
  }
  let hasEnded = false
  let timer: NodeJS.Timeout | undefined
  const watchSilence = () => {
    clearTimeout(timer)
    timer = setTimeout(() => fail('a command takes too long'), callMs)
  }
  watchSilence()
  printed.once('close', () => {
    clearTimeout(timer)
    socket.terminate()
  })
  // Nodes close the connection behind the status, while what was printed may still be unread.
  socket.on('error', ({ message }) => hasEnded || fail(message))
  socket.on('close', () => hasEnded || fail('the connection was lost'))
  socket.on('open', () => {
    const { input } = called
    if (input) socket.send(Buffer.concat([Buffer.from([stdinChannel]), input]))
  })
  socket.on('message', (data: Buffer) => {
    if (!socket.isPaused) watchSilence()
    const [channel, bytes] = [data[0], data.subarray(1)]
    if (channel === stderrChannel) faults.push(bytes)
    if (channel === stdoutChannel && bytes.length > 0 && !printed.write(bytes)) {
      // The reader is slow, and not the command silent.
      socket.pause()
      clearTimeout(timer)
      printed.once('drain', () => {
        socket.resume()
        if (!hasEnded) watchSilence()
      })
    }
    if (channel !== statusChannel) return
    const fault = describeStatus(bytes)
    if (fault !== null) return fail(fault)
    hasEnded = true
    clearTimeout(timer)
    printed.end()
  })
}

function getExecAddress(
  { config, namespace }: ClusterClient,
  { pod, container, command, input }: ContainerCommand,
): string {
  const words = command.map((word): [string, string] => ['command', word])
  const query = new URLSearchParams([
    ...words,
    ['container', container],
    ['stdin', String(input !== undefined)],
    ['stdout', 'true'],
    ['stderr', 'true'],
  ])
  const server = (config.getCurrentCluster()?.server ?? '').replace(/^http/, 'ws')
  return `${server}/api/v1/namespaces/${namespace}/pods/${pod}/exec?${query.toString()}`
}

/** Null for success; the message of a `Status` object otherwise. */
function describeStatus(bytes: Buffer): string | null {
  // A proxy in front of the API may send anything.
  const read = parseJson(bytes.toString('utf8'))
  if (typeof read !== 'object' || read === null) return 'no status'
  if ('status' in read && read.status === 'Success') return null
  return 'message' in read ? String(read.message) : 'no message'
}
