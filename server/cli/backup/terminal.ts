import { createInterface } from 'node:readline/promises'
import type { CommandIo } from './command.ts'

/** The terminal this process was started in. */
export function surroundings(): CommandIo {
  return {
    environment: process.env,
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    ask: process.stdin.isTTY ? ask : null,
    userId: process.getuid?.(),
  }
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}
