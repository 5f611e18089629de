import type * as z from 'zod/mini'
import type { serverRulesSchema } from '@clutch/contract/api/servers/servers.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { findServer } from '../registry/registry.store.ts'

/** D16: a server's own rules in a language, else the community's; empty where the operator wrote none. */
export async function getServerRules(
  queries: Queries,
  community: Pick<PortalSettingsCache, 'settings' | 'rulesChanged'>,
  id: string,
  language: Language,
): Promise<z.infer<typeof serverRulesSchema>> {
  const server = await findServer(queries, id)
  const own = (language === 'zh' ? server?.rules_zh : server?.rules_en) ?? ''
  if (own.trim() !== '') return { id, text: own, updated: server?.rules_changed_at?.getTime() ?? null }
  const text = community.settings.rules[language]
  return { id, text, updated: text === '' ? null : (community.rulesChanged?.getTime() ?? null) }
}
