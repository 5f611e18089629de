import { z } from 'zod'
import type { SettingDefinition } from './setting.ts'

/** F7: the database of the VIP plugin of the game servers. */
export const vipSettings = {
  vipDatabaseUrl: {
    variable: 'VIP_DATABASE_URL',
    doc: 'The MySQL or MariaDB in which the VIP plugin of the game servers has its table `vip_users`, such as `mysql://portal:password@host:3306/vip`. The portal compares the table or writes it when Servers › Commands says so; the user needs `select`, `insert`, `update` and `delete` on it.',
    schema: z
      .string()
      .refine(
        (text) =>
          URL.canParse(text) &&
          /^(mysql|mariadb):$/.test(new URL(text).protocol) &&
          /^\/[^/]+$/.test(new URL(text).pathname),
        'must be an address like mysql://user:password@host:3306/vip',
      )
      .optional(),
    secret: true,
  },
} satisfies Record<string, SettingDefinition>
