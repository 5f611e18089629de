import { runRestore } from './backup/command.ts'
import { surroundings } from './backup/terminal.ts'

process.exitCode = await runRestore(process.argv.slice(2), surroundings())
