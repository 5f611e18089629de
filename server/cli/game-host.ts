import { surroundings } from './backup/terminal.ts'
import { runGameHost } from './game-host/command.ts'

process.exitCode = await runGameHost(process.argv.slice(2), surroundings())
