import {
  type InstallState,
  type InstallActionName,
  installStateSchema,
} from '@clutch/contract/api/rentals/operator-game-updates.ts'
import { parseJson } from '../../../platform/parse-json.ts'

/** What the command of a host is run for; the argument is a build or a reason. */
export interface InstallAction {
  name: InstallActionName
  argument: string
}

/** Set for a command that the portal runs: it then prints the state of the host as its last line. */
export const stateVariable = 'CLUTCH_GAME_HOST_STATE'

const actionWord = 'update'
const statePattern = /^host-state (\{.*\})$/m

/** Whether the configured command can do more than update: its word `update` is replaced. */
export function canChangeInstalls(command: readonly string[] | null | undefined): boolean {
  return command?.includes(actionWord) ?? false
}

/** Returns the words that run an action with the configured update command; null where that has no word to replace. */
export function getInstallCommand(
  command: readonly string[],
  { name, argument }: InstallAction,
): readonly string[] | null {
  if (name === 'update') return command
  const at = command.lastIndexOf(actionWord)
  if (at < 0) return null
  const words = {
    use: ['use', argument],
    // In one word, so that no reason is read as an option.
    hold: ['hold', `--reason=${argument}`],
    release: ['release'],
    status: ['status'],
  }[name]
  return [...command.slice(0, at), ...words, ...command.slice(at + 1)]
}

/** The line that `parseInstallOutput` finds in what the command printed. */
export function formatInstallState(state: InstallState): string {
  return `host-state ${JSON.stringify(state)}`
}

/** Separates the state of the host from what an operator reads; null where the command printed none. */
export function parseInstallOutput(output: string): { output: string; state: InstallState | null } {
  const [line, text = ''] = statePattern.exec(output) ?? []
  if (line === undefined) return { output, state: null }
  return { output: output.replace(line, '').trim(), state: parseInstallState(parseJson(text)) }
}

/** The state of a host as it was reported or stored; null where it is not one. */
export function parseInstallState(value: unknown): InstallState | null {
  const read = installStateSchema.safeParse(value)
  return read.success ? read.data : null
}
