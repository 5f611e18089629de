import type { SettingDefinition } from './setting.ts'

/** The text of docs/settings.md. */
export function documentSettings(definitions: Record<string, SettingDefinition>): string {
  const rows = Object.values(definitions).map(
    ({ variable, default: fallback, doc }) =>
      `| \`${variable}\` | ${fallback ? `\`${fallback}\`` : '–'} | ${doc} |`,
  )
  return [
    '# Settings',
    '',
    'The portal reads its settings from environment variables when it starts. Each can instead be in a file that `NAME_FILE`',
    'names (`CLUTCH_SECRET_KEY_FILE=/run/secrets/clutch-key`). A wrong, misspelt or missing one is named, and the portal does not start.',
    '',
    '| Setting | Default | Meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
    'Made from `server/platform/config/config.ts` by `node server/platform/config/generate-docs.ts`.',
    '',
  ].join('\n')
}
