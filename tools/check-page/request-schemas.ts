import type { SourceFile } from './sources.ts'

/** The built page has no request schemas of calls (`web/build/slim-calls.ts`): who reads one there finds nothing. */
const schemaReadPattern =
  /\b\w+\.(?:body|query|params)(?:\.(?:shape|safeParse|parse|check)\b)|afeParse\(\s*\w+\.(?:body|query|params)\b/

/** Finds pages that read a call's request schema; use a separate schema, exported next to the call. */
export function findRequestSchemas(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path, text }) => path.includes('web/src/') && schemaReadPattern.test(text))
    .map(({ path }) => `${path} reads a request schema that the built page does not have`)
}
