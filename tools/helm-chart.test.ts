import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parseAllDocuments } from 'yaml'
import { describe, expect, test } from 'vitest'
import { peerFolder, peerPath } from './testing/peers.ts'
import packed from '../package.json' with { type: 'json' }

const chart = join(import.meta.dirname, '../deploy/helm/clutch')
/** Kubernetes' published OpenAPI document, as `api/openapi-spec/swagger.json` of its source. */
const published = join(peerFolder, 'kubernetes/swagger.json')
const valuesFiles = readdirSync(join(chart, 'ci'))

function helm(...args: string[]) {
  return spawnSync('helm', args, { encoding: 'utf8', env: { ...process.env, PATH: peerPath } })
}
const hasHelm = helm('version').status === 0

interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  spec?: { template?: { spec?: { containers?: Record<string, unknown>[] } } }
}

function render(values: string): KubernetesObject[] {
  const file = join(chart, 'ci', values)
  const { status, stdout, stderr } = helm('template', 'clutch', chart, '-f', file, '--kube-version', '1.36.0')
  expect([status, stderr]).toEqual([0, ''])
  return parseAllDocuments(stdout).flatMap((document) => {
    expect(document.errors).toEqual([])
    const value: unknown = document.toJS()
    return value === null ? [] : [value as KubernetesObject]
  })
}

const pods = (objects: readonly KubernetesObject[]) =>
  objects.flatMap(({ spec }) => (spec?.template?.spec ? [spec.template.spec] : []))

test('K the chart and the portal have the same version', () => {
  expect(readFileSync(join(chart, 'Chart.yaml'), 'utf8')).toContain(`appVersion: '${packed.version}'`)
})

describe.skipIf(!hasHelm)('the Helm chart', () => {
  test.each(valuesFiles)('passes helm lint with %s', (values) => {
    const { status, stdout } = helm('lint', '--strict', chart, '-f', join(chart, 'ci', values))
    expect([status, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')])
  })

  test.each([
    ['without an address', []],
    ['with an address of players that is not https', ['--set', 'publicUrl=http://cs.example.org']],
    ['with nowhere for files', ['--set', 'publicUrl=https://cs.example.org,files.enabled=false']],
    ['with an unknown value', ['--set', 'publicUrl=https://cs.example.org,web.replica=3']],
  ])('is refused %s', (_, args) => {
    expect(helm('template', 'clutch', chart, ...args, '--kube-version', '1.36.0').status).not.toBe(0)
  })

  test.each(valuesFiles)(
    'K every pod of %s is read-only, without capabilities and without root',
    (values) => {
      const rendered = pods(render(values))
      expect(rendered.length).toBe(4)
      for (const pod of rendered) {
        expect(pod).toMatchObject({
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        })
        for (const container of pod.containers ?? [])
          expect(container['securityContext']).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          })
      }
    },
  )

  test('K no secret is in a value: each is a file that a setting names', () => {
    const [pod] = pods(render('all-values.yaml'))
    const [container] = pod?.containers ?? []
    expect(container?.['env']).toEqual(
      expect.arrayContaining([{ name: 'SMTP_URL_FILE', value: '/run/secrets/clutch/SMTP_URL' }]),
    )
    expect(JSON.stringify(pod)).not.toContain('secretKeyRef')
  })

  test.skipIf(!existsSync(published)).each(valuesFiles)(
    'every object of %s is valid by the published schemas of Kubernetes, without unknown fields',
    (values) => {
      const validate = createValidator()
      const others = render(values).filter((object) => {
        const problems = validate(object)
        if (problems === null) return true
        expect([object.kind, object.metadata.name, problems]).toEqual([object.kind, object.metadata.name, []])
        return false
      })
      // Resources of other projects.
      expect(others.map(({ kind }) => kind).toSorted()).toEqual(
        values === 'all-values.yaml' ? ['HTTPRoute', 'ServiceMonitor'] : [],
      )
    },
  )
})

interface Definition {
  type?: string
  format?: string
  properties?: Record<string, unknown>
  additionalProperties?: unknown
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[]
}

/** Returns the problems of an object by its schema; null for a kind that Kubernetes itself does not have. */
function createValidator(): (object: KubernetesObject) => string[] | null {
  const { definitions } = JSON.parse(readFileSync(published, 'utf8')) as {
    definitions: Record<string, Definition>
  }
  const names = new Map<string, string>()
  for (const [name, definition] of Object.entries(definitions)) {
    // Written as strings there; the API also takes numbers.
    if (definition.format === 'int-or-string' || name.endsWith('.api.resource.Quantity'))
      definitions[name] = { type: ['string', 'number'] as unknown as string }
    else if (definition.properties !== undefined) definition.additionalProperties = false
    for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? [])
      names.set(`${group === '' ? version : `${group}/${version}`} ${kind}`, name)
  }
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ $id: 'kubernetes', definitions })
  return (object) => {
    const name = names.get(`${object.apiVersion} ${object.kind}`)
    if (name === undefined) return null
    const validate = ajv.getSchema(`kubernetes#/definitions/${name}`)
    void validate?.(object)
    return (validate?.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}
