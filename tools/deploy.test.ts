import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import packed from '../package.json' with { type: 'json' }

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8')

test('K the project has one version: its workspaces, the chart and the image that the chart pulls', async () => {
  const versionOf = async (path: string) => (JSON.parse(await read(path)) as { version: string }).version
  const root = JSON.parse(await read('package.json')) as { version: string; workspaces: string[] }
  for (const workspace of root.workspaces)
    expect([workspace, await versionOf(`${workspace}/package.json`)]).toEqual([workspace, root.version])
  const chart = parse(await read('deploy/helm/clutch/Chart.yaml')) as Record<string, unknown>
  expect(chart).toMatchObject({ version: root.version, appVersion: root.version })
})

test('K a release is tested, its upgrade too, its image is started before it is published, and its tag is the version', async () => {
  const { jobs } = parse(await read('.github/workflows/release.yml')) as Workflow
  expect(jobs['test']?.uses).toBe('./.github/workflows/ci.yml')
  const tests = parse(await read('.github/workflows/ci.yml')) as Workflow
  expect(tests).toHaveProperty('on.workflow_call')
  expect(tests.jobs['upgrade']?.steps?.at(-1)?.run).toBe('npm run prove -- tools/upgrade.test.ts')
  expect([jobs['image']?.needs, jobs['publish']?.needs]).toEqual(['test', 'image'])
  const steps = jobs['image']?.steps ?? []
  const started = steps.findIndex(({ run }) => run === 'tools/release/try-image.sh docker clutch:candidate')
  expect(started).toBeGreaterThan(steps.findIndex(({ with: input }) => input?.['load'] === true))
  expect(started).toBeLessThan(steps.findIndex(({ id }) => id === 'pushed'))
  const check = jobs['image']?.steps?.find(({ run }) => run?.startsWith('test "$VERSION"'))?.run ?? ''
  const root = fileURLToPath(new URL('..', import.meta.url))
  const run = (tag: string) =>
    spawnSync('sh', ['-c', check], { cwd: root, env: { ...process.env, VERSION: tag } }).status
  expect([run(`v${packed.version}`), run('v99.0.0')]).toEqual([0, 1])
})

interface Workflow {
  jobs: Record<
    string,
    {
      needs?: string
      uses?: string
      steps?: { id?: string; run?: string; with?: Record<string, unknown> }[]
    }
  >
}

test('K every service of the compose file is read-only, without capabilities and without a way to more', async () => {
  const compose = await read('deploy/compose.yaml')
  const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nsecrets:'))
  const named = services.split(/\n(?= {2}\w+:\n)/).slice(1)
  expect(named.map((service) => service.trim().split(':')[0])).toEqual(['portal', 'database'])
  for (const service of named) {
    expect(service).toContain('    read_only: true\n')
    expect(service).toContain('    cap_drop: [ALL]\n')
    expect(service).toContain("    security_opt: ['no-new-privileges:true']\n")
    expect(service).toMatch(/ {4}tmpfs: .*'\/tmp/)
    expect(service).not.toMatch(/privileged|cap_add|network_mode|\/var\/run\/docker/)
  }
})

test('K a node for games stays ready while Steam does not answer, and not when an install fails', async () => {
  const installs = parse(await read('deploy/kubernetes/installs.yaml')) as InstallsDaemon
  const [container] = installs.spec.template.spec.containers
  const folder = mkdtempSync(join(tmpdir(), 'clutch-installs-'))
  const at = (name: string) => join(folder, name)
  // 0 applied, 7 Steam is away, 5 the installation failed.
  writeFileSync(at('codes'), '7\n0\n7\n5\n7\n')
  writeFileSync(
    at('node'),
    `#!/bin/sh
cd ${folder}
[ "$2" = prune ] && exit 0
[ -f applied ] && echo ready >> log || echo not ready >> log
read -r code < codes || { kill "$PPID"; exit 1; }
sed -i 1d codes
exit "$code"
`,
    { mode: 0o755 },
  )
  const script = (container?.command.at(-1) ?? '').replaceAll('/tmp/applied', at('applied'))
  const { status } = spawnSync('bash', ['-c', script], {
    env: {
      PATH: `${folder}:${process.env['PATH']}`,
      CHECK_SECONDS: '0',
      GAME_BUILD: 'newest',
      REVISION: 'a',
    },
  })
  expect(status).toBe(0)
  expect(readFileSync(at('log'), 'utf8').trim().split('\n')).toEqual([
    'not ready',
    'not ready',
    'ready',
    'ready',
    'not ready',
    'not ready',
  ])
  rmSync(folder, { recursive: true })
})

interface InstallsDaemon {
  spec: { template: { spec: { containers: { command: string[] }[] } } }
}

test('K the compose file pulls an image, and its override builds one', async () => {
  const [compose, override] = [await read('deploy/compose.yaml'), await read('deploy/compose.build.yaml')]
  expect(compose).toContain('image: ${CLUTCH_IMAGE:-clutch:local}')
  expect(compose).not.toContain('build:')
  expect(override).toMatch(/portal:\n {4}image: \$\{CLUTCH_IMAGE:-clutch:local\}\n {4}build:\n/)
})

test('K the health of a container is that of its process: a portal without its database is not restarted', async () => {
  expect(await read('deploy/Dockerfile')).toMatch(/HEALTHCHECK[^\n]*\\\n[^\n]*127\.0\.0\.1:[^\n]*\/healthz/)
})

test('K the example of CloudNativePG lets the owner create the database of the weekly test', async () => {
  expect(parse(await read('deploy/kubernetes/cloudnative-pg.yaml'))).toMatchObject({
    spec: {
      bootstrap: { initdb: { owner: 'clutch' } },
      managed: { roles: [{ name: 'clutch', login: true, createdb: true }] },
    },
  })
})

test.each(['docs/kubernetes.md', 'docs/zh/kubernetes.md'])(
  'K the commands of %s run in pods that serve the API',
  async (path) => {
    const commands = (await read(path)).matchAll(/exec (\S+) -- node server\/cli\/operator\.ts/g)
    expect([...commands].map(([, pod]) => pod)).toEqual(Array(3).fill('deploy/clutch-web'))
  },
)
