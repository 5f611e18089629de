import { surroundings } from './backup/terminal.ts'
import { runFiles } from './files/command.ts'

process.exitCode = await runFiles(process.argv.slice(2), surroundings())
