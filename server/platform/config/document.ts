import type { SettingDefinition } from './setting.ts'

const frames = {
  en: {
    title: '# Settings',
    other: '[中文](zh/settings.md)',
    lead: [
      'For operators: every setting of the portal. The portal reads its settings from environment variables when it starts. `NAME_FILE`',
      'names a file that holds a value instead (`CLUTCH_SECRET_KEY_FILE=/run/secrets/clutch-key`). The portal reports a wrong, misspelt or missing',
      'setting and does not start.',
    ],
    head: '| Setting | Default | Meaning |',
    origin:
      'Generated from `server/platform/config/config.ts` by `node server/platform/config/generate-docs.ts`.',
  },
  zh: {
    title: '# 配置项',
    other: '[English](../settings.md)',
    lead: [
      '供管理员查阅：门户的全部配置项。门户启动时从环境变量读取配置；也可以把值写在文件里，用 `NAME_FILE` 指明文件',
      '（`CLUTCH_SECRET_KEY_FILE=/run/secrets/clutch-key`）。配置有误、拼写错误或缺失时，',
      '门户会指出并拒绝启动。',
    ],
    head: '| 配置项 | 默认值 | 含义 |',
    origin:
      '由 `node server/platform/config/generate-docs.ts` 根据 `server/platform/config/config.ts` 生成。',
  },
} as const

/** Returns the text of docs/settings.md or docs/zh/settings.md. `meanings` holds the description of each setting by its name. */
export function documentSettings(
  language: 'zh' | 'en',
  definitions: Record<string, SettingDefinition>,
  meanings: Record<string, string>,
): string {
  const { title, other, lead, head, origin } = frames[language]
  const rows = Object.entries(definitions).map(
    ([name, { variable, default: fallback }]) =>
      `| \`${variable}\` | ${fallback ? `\`${fallback}\`` : '–'} | ${meanings[name] ?? ''} |`,
  )
  return [title, '', other, '', ...lead, '', head, '| --- | --- | --- |', ...rows, '', origin, ''].join('\n')
}
