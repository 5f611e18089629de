import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { HostError, exitCodes } from './host-error.ts'

/**
 * Runs a command while no other one changes the same host. The lock is the kernel's and ends with this process. Throws HostError where
 * another process has it.
 */
export function withHostLock<Result>(root: string, act: () => Promise<Result>): Promise<Result> {
  return withFileLock(join(root, '.lock'), act)
}

/** Runs something while this process holds a lock on a file, which is created. Throws HostError where another process has it. */
export async function withFileLock<Result>(path: string, act: () => Promise<Result>): Promise<Result> {
  const words = ['--nonblock', path, 'sh', '-c', 'echo locked; exec cat']
  const child = spawn('flock', words, { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(child, 'exit').catch(() => {
    throw new HostError('flock (util-linux) cannot be run')
  })
  const locked = await Promise.race([once(child.stdout, 'data').then(() => true), ended.then(() => false)])
  if (!locked) throw new HostError('another game-host command is at work on this folder', exitCodes.busy)
  try {
    return await act()
  } finally {
    child.stdin.end()
    await ended
  }
}

/** Whether a process holds a lock on a file. */
export function isLocked(path: string): boolean {
  return spawnSync('flock', ['--nonblock', '--exclusive', path, 'true']).status !== 0
}
