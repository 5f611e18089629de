/** Writes docs/settings.md from the definitions of the settings. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingDefinitions } from './config.ts'
import { documentSettings } from './document.ts'

writeFileSync(join(import.meta.dirname, '../../../docs/settings.md'), documentSettings(settingDefinitions))
