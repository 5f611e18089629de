import { spawnSync } from 'node:child_process'

const isRoot = process.getuid?.() === 0
/** A user of no process. */
const nobodyId = 65_534

/** The options by which games run as another user where the test is root: a game may not run as root. */
export const gameUserOptions = isRoot ? ['--uid', String(nobodyId)] : []

/**
 * Whether that user can start the programs of this repository; not where root cloned it into a folder that is closed to others. The tests
 * that start games as that user are then skipped, with a line.
 */
export const canGameUserRead =
  !isRoot || spawnSync(process.execPath, ['--version'], { uid: nobodyId }).status === 0

if (!canGameUserRead)
  process.stderr.write('skipped: games of another user, who may not read the folder of this repository\n')
