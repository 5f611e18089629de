import { spawn } from 'node:child_process'

export interface RunStep {
  name: string
  run: () => Promise<void>
}

/** Runs a program in the repository with its output shown; rejects when it does not end with 0. */
export function runProgram(
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

/** How a step ended. */
export interface StepResult {
  name: string
  seconds: number
  ok: boolean
}

/** Runs every step, the later ones too when one fails; some at once where that is asked for. Answers in the order of the steps. */
export async function runSteps(steps: readonly RunStep[], atOnce = 1): Promise<StepResult[]> {
  const ends: StepResult[] = []
  const waiting = [...steps.entries()]
  const take = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, step] = next
      // One worker does one step after the other.
      // oxlint-disable-next-line no-await-in-loop
      ends[at] = await runStep(step)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, take))
  return ends
}

async function runStep({ name, run }: RunStep): Promise<StepResult> {
  const started = performance.now()
  process.stdout.write(`\n— ${name}\n`)
  const error: unknown = await run().then(
    () => null,
    (thrown: unknown) => thrown ?? 'failed',
  )
  if (error !== null) {
    process.stdout.write(`✗ ${name}: ${error instanceof Error ? error.message : JSON.stringify(error)}\n`)
  }
  const seconds = (performance.now() - started) / 1_000
  process.stdout.write(`  ${name}: ${seconds.toFixed(1)} s\n`)
  return { name, seconds, ok: error === null }
}

/** The names of the steps that failed. */
export function failedSteps(ends: readonly StepResult[]): string[] {
  return ends.filter(({ ok }) => !ok).map(({ name }) => name)
}
