import { surroundings } from './backup/terminal.ts'
import { runGameHost } from './game-host/command.ts'

// Games run as users of their own and read the installs, whatever the umask of root is; nothing here is secret.
process.umask(0o022)
process.exitCode = await runGameHost(process.argv.slice(2), surroundings())
