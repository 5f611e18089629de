/** Writes docs/settings.md and docs/zh/settings.md from the definitions of the settings; with `--check` only compares them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingDefinitions } from './config.ts'
import { documentSettings } from './document.ts'
import { settingsInChinese } from './settings-in-chinese.ts'

const docs = join(import.meta.dirname, '../../../docs')
const inEnglish = Object.fromEntries(Object.entries(settingDefinitions).map(([name, { doc }]) => [name, doc]))
const documents = {
  'settings.md': documentSettings('en', settingDefinitions, inEnglish),
  'zh/settings.md': documentSettings('zh', settingDefinitions, settingsInChinese),
}

for (const [name, text] of Object.entries(documents)) {
  const file = join(docs, name)
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`docs/${name} is outdated: run node server/platform/config/generate-docs.ts\n`)
    process.exitCode = 1
  }
}
