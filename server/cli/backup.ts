import { runBackup } from './backup/command.ts'
import { surroundings } from './backup/terminal.ts'

process.exitCode = await runBackup(process.argv.slice(2), surroundings())
