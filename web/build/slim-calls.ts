import type { Plugin } from 'vite'

/**
 * The properties of a call that only the server and the API documentation read. The page validates answers;
 * types check its requests.
 */
const serverOnlyProperties = new Set([
  'id',
  'params',
  'query',
  'body',
  'summary',
  'tag',
  'audit',
  'limits',
  'errors',
  'content',
  'redirects',
  'accepts',
])
const callModulePattern = /\/contract\/api\/(?:[\w-]+\/)*[\w-]+\.ts$/

interface Span {
  start: number
  end: number
}

/**
 * Removes the parts of the contract's calls that the built page does not need, and with them the schemas that
 * only they use.
 */
export function slimCalls(): Plugin {
  return {
    name: 'clutch-slim-calls',
    apply: 'build',
    transform(code, id) {
      if (!callModulePattern.test(id)) return null
      const slim = removeSpans(code, findServerOnlySpans(this.parse(code)))
      return { code: markPure(slim, this.parse(slim)), map: null }
    },
  }
}

/** Finds the properties that the page does not need, in each `defineCall({ … })`. */
export function findServerOnlySpans(program: unknown): Span[] {
  const spans: Span[] = []
  walk(program, (node) => {
    if (node['type'] !== 'CallExpression' || nameOf(node['callee']) !== 'defineCall') return
    const [declared] = node['arguments'] as Node[]
    for (const property of (declared?.['properties'] ?? []) as Node[]) {
      if (serverOnlyProperties.has(nameOf(property['key']) ?? '')) spans.push(property as unknown as Span)
    }
  })
  return spans
}

/**
 * Marks the values of a module as free of side effects, so that those that nothing uses are left out: the bundler cannot know it of
 * schemas with checks.
 */
export function markPure(code: string, program: unknown): string {
  return findValues(program)
    .toSorted((one, other) => other.start - one.start)
    .reduce((marked, { start, end }) => {
      const value = `/* @__PURE__ */ (() => (${marked.slice(start, end)}))()`
      return marked.slice(0, start) + value + marked.slice(end)
    }, code)
}

/** The values of the module's constants that are made by calls. */
function findValues(program: unknown): Span[] {
  const statements = ((program as Node)['body'] ?? []) as Node[]
  const declared = statements.flatMap((one) => {
    const declaration = (one['type'] === 'ExportNamedDeclaration' ? one['declaration'] : one) as Node | null
    return declaration?.['type'] === 'VariableDeclaration' ? (declaration['declarations'] as Node[]) : []
  })
  return declared.flatMap(({ init }) => {
    const { type } = (init ?? {}) as Node
    return type === 'CallExpression' || type === 'ObjectExpression' ? [init as Span] : []
  })
}

/** The code without these properties: each takes the comma behind it along. */
export function removeSpans(code: string, spans: readonly Span[]): string {
  return spans
    .toSorted((one, other) => other.start - one.start)
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end).replace(/^\s*,/, ''), code)
}

type Node = Record<string, unknown>

function walk(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) walk(one, visit)
    return
  }
  visit(value as Node)
  for (const child of Object.values(value)) walk(child, visit)
}

function nameOf(node: unknown): string | undefined {
  const { type, name } = (node ?? {}) as Node
  return type === 'Identifier' && typeof name === 'string' ? name : undefined
}
