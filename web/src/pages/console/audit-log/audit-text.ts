import { auditWords } from '@clutch/contract/api/audit-words.ts'
import type { AuditEntry } from '@clutch/contract/api/accounts/operator-audit-log.ts'
import { productTypes } from '@clutch/contract/api/payments/orders.ts'
import { durations } from '@clutch/contract/rules/payments/durations.ts'
import { useTranslation } from '../../../locales/translate.ts'

const pricedActions: ReadonlySet<string> = new Set(['operatorSetPrice', 'operatorRemovePrice'])

/** Returns the texts for audit log entries. */
export function useAuditText() {
  const { t } = useTranslation()
  const price = usePriceName()
  return {
    /** An action of a newer portal is shown by its raw name. */
    action: (action: string) => {
      const word = auditWords.get(action)
      return word === undefined ? action : t(($) => $.adminUsers.actions[word])
    },
    actor: ({ actor, actorName }: AuditEntry) => {
      if (actor === 'operator') return t(($) => $.adminUsers.audit.token)
      if (actor === 'portal') return t(($) => $.adminUsers.audit.portal)
      if (actor === 'anyone') return t(($) => $.adminUsers.audit.anyone)
      if (actor.startsWith('token:')) return t(($) => $.adminUsers.audit.apiToken, { name: actor.slice(6) })
      return actorName ?? actor
    },
    subject: (entry: AuditEntry) => price(entry) ?? entry.subjectName ?? entry.subject,
    outcome: ({ refused }: AuditEntry) =>
      refused === null ? t(($) => $.adminUsers.audit.done) : t(($) => $.adminUsers.audit.refused),
  }
}

/** What a price is of, in words: the log has the codes of product, term and currency. */
function usePriceName() {
  const { t } = useTranslation()
  return ({ action, subject, detail }: AuditEntry): string | undefined => {
    const product = productTypes.find((known) => known === detail['product'])
    const duration = durations.find((known) => known === detail['duration'])
    if (!pricedActions.has(action) || !product || !duration) return undefined
    const term = t(($) => $.adminUsers.priced.terms[duration])
    const kind = subject.split(' ').includes('relocatable') ? 'relocatable' : 'fixed'
    const plan = product === 'server_rental' ? t(($) => $.adminUsers.priced[kind], { term }) : term
    return [t(($) => $.adminUsers.priced.products[product]), plan, String(detail['currency'])].join(' · ')
  }
}
