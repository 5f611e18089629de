import { demoNameSchema } from '@clutch/contract/api/rentals/demos.ts'

/**
 * Returns the name under which a demo is stored: the last part of the path of its file, with `_` for every character that a name may
 * not hold; null where nothing usable is left.
 */
export function toDemoName(path: string): string | null {
  const base = path.split(/[/\\]/).at(-1) ?? ''
  const name = base
    .trim()
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_.-]/gu, '_')
  const read = demoNameSchema.safeParse(name)
  return read.success ? read.data : null
}
