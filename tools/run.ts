import { spawn } from 'node:child_process'

export interface Step {
  name: string
  run: () => Promise<void>
}

/** Runs a program in the repository with its output shown; rejects when it does not end with 0. */
export function program(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', failed)
    child.on('exit', (code, signal) =>
      code === 0 ? done() : failed(new Error(`${command} ended with ${signal ?? code}`)),
    )
  })
}

/** Runs every step, the later ones too when one fails, and returns the names of those that failed. */
export async function runSteps(steps: readonly Step[]): Promise<string[]> {
  const failed: string[] = []
  for (const step of steps) {
    const started = performance.now()
    process.stdout.write(`\n— ${step.name}\n`)
    try {
      await step.run()
    } catch (error) {
      failed.push(step.name)
      process.stdout.write(`✗ ${step.name}: ${error instanceof Error ? error.message : String(error)}\n`)
    }
    process.stdout.write(`  ${step.name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  }
  return failed
}
