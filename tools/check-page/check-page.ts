import { checkBudget } from './budget.ts'
import { findStrayLiterals } from './literals.ts'
import { findRequestSchemas } from './request-schemas.ts'
import { readSources } from './sources.ts'
import { findUnusedTexts } from './unused-texts.ts'
import { en } from '../../web/src/locales/en/all-texts.ts'

/** Checks the built page and its sources; each entry is one violation. */
export async function checkPage(): Promise<string[]> {
  const sources = await readSources('web/src')
  const contract = await readSources('contract')
  return [
    ...(await checkBudget('web/dist')),
    ...findStrayLiterals(sources),
    ...findRequestSchemas(sources),
    ...findUnusedTexts(en, [...sources, ...contract]),
  ]
}

if (import.meta.main) {
  const wrong = await checkPage()
  for (const line of wrong) console.log(line)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
