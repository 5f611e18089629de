import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** As in Valve's script: the program is its child, inherits its output, and is started again after it has updated itself. */
const startScript = `#!/usr/bin/env bash
STEAMROOT="$(cd "\${0%/*}" && echo $PWD)"
"$STEAMROOT/linux32/steamcmd" "$@"
STATUS=$?
if [ $STATUS -eq 42 ]; then
	exec "$0" "$@"
fi
exit $STATUS
`

/**
 * Writes `steamcmd.sh` and the program that it runs into a folder; returns the path of the script. It serves what `statePath` says
 * (`steamcmd.ts`).
 */
export function writeSteamcmd(folder: string, statePath: string, nodePath = process.execPath): string {
  const path = join(folder, 'steamcmd.sh')
  const program = join(folder, 'linux32/steamcmd')
  mkdirSync(dirname(program), { recursive: true })
  writeFileSync(path, startScript, { mode: 0o755 })
  const emulator = join(import.meta.dirname, 'steamcmd.ts')
  const words = `export FAKE_STEAMCMD_STATE='${statePath}'\nexec '${nodePath}' '${emulator}' "$@"`
  writeFileSync(program, `#!/bin/sh\n${words}\n`, { mode: 0o755 })
  return path
}
