import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { runOperator } from './operator/run-command.ts'
import { UsageWrong } from './operator/input/values.ts'

process.exitCode = await runOperator(process.argv.slice(2), {
  environment: process.env,
  readText: (file) => (file === '-' ? text(process.stdin) : readFile(file, 'utf8').catch(() => refuse(file))),
  now: () => new Date(),
  out: console.log,
  err: console.error,
})

function refuse(file: string): never {
  throw new UsageWrong(`cannot read ${file}`)
}
