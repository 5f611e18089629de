import { expect, test } from 'vitest'
import {
  canChangeInstalls,
  formatInstallState,
  getInstallCommand,
  parseInstallOutput,
} from './install-command.ts'

const command = ['npm', 'run', 'game-host', '--', 'update', '--root', '/srv/cs2']
const state = {
  builds: [{ build: '100', version: '1.41.3.1', current: true }],
  mods: 'one',
  hold: { since: 1, reason: 'pinned to build 100', trial: false },
}

test.each([
  ['update', '', ['update']],
  ['use', '100', ['use', '100']],
  ['hold', '--keep 3', ['hold', '--reason=--keep 3']],
  ['release', '', ['release']],
  ['status', '', ['status']],
] as const)('R13 the words of %s replace one word of the update command', (name, argument, words) => {
  expect(getInstallCommand(command, { name, argument })).toEqual([
    ...command.slice(0, 4),
    ...words,
    '--root',
    '/srv/cs2',
  ])
})

test('R13 a command without the word can only update', () => {
  expect(canChangeInstalls(command)).toBe(true)
  expect(canChangeInstalls(['/opt/update.sh'])).toBe(false)
  expect(canChangeInstalls(undefined)).toBe(false)
  expect(getInstallCommand(['/opt/update.sh'], { name: 'update', argument: '' })).toEqual(['/opt/update.sh'])
  expect(getInstallCommand(['/opt/update.sh'], { name: 'release', argument: '' })).toBeNull()
})

test('R13 the state of a host is read from the output, wherever npm adds lines', () => {
  const line = formatInstallState(state)
  expect(parseInstallOutput(`held: build 300\n${line}\nnpm error code 4`)).toEqual({
    output: 'held: build 300\n\nnpm error code 4',
    state,
  })
  expect(parseInstallOutput(line)).toEqual({ output: '', state })
  expect(parseInstallOutput('no state')).toEqual({ output: 'no state', state: null })
  for (const torn of ['host-state {"builds":', 'host-state {}', 'host-state {"builds":1}'])
    expect(parseInstallOutput(torn)).toMatchObject({ state: null })
})
