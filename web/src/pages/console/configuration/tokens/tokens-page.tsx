import type { ApiToken } from '@clutch/contract/api/accounts/api-tokens.ts'
import { hasRight } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { useSession } from '../../../../app/session/session.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { FormText } from '../../../../ui/forms/form.tsx'
import { Status } from '../../../../ui/status/status-dot.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { ConsolePage } from '../../kit/console-page.tsx'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
import { useEditing } from '../../kit/forms/use-editing.ts'
import type { Column } from '../../kit/list/columns.ts'
import { LocalList } from '../../kit/list/local-list.tsx'
import { usePermissions } from '../../kit/permissions.ts'
import { useRightsText } from '../../users/roles/rights-fields.tsx'
import { AddTokenDialog } from './add-token-dialog.tsx'
import { revokeToken, tokensQuery } from './tokens.queries.ts'

const states = ['valid', 'expired', 'revoked'] as const
type State = (typeof states)[number]

/** The API tokens of the operator, or all of them for those who may read operators. */
export function TokensPage() {
  const { t } = useTranslation()
  const adding = useEditing<ApiToken>()
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(tokensQuery)
  return (
    <ConsolePage>
      <FormText>{t(($) => $.adminUsers.tokens.lead)}</FormText>
      <LocalList
        label={t(($) => $.adminUsers.tokens.label)}
        rows={data}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        columns={useColumns(dataUpdatedAt)}
        keyOf={({ id }) => id}
        filters={[
          {
            id: 'state',
            label: t(($) => $.adminUsers.tokens.state),
            options: states.map((value) => ({ value, text: t(($) => $.adminUsers.tokens.states[value]) })),
          },
        ]}
        passes={(token, _, value) => stateOf(token, dataUpdatedAt) === value}
        rowActions={(token) => stateOf(token, dataUpdatedAt) === 'valid' && <RevokeButton token={token} />}
        actions={
          <Button variant="primary" icon="plus" onClick={() => adding.edit(null)}>
            {t(($) => $.adminUsers.tokens.add)}
          </Button>
        }
        empty={{ title: t(($) => $.adminUsers.tokens.none), next: t(($) => $.adminUsers.tokens.noneNext) }}
      />
      {adding.turn > 0 && <AddTokenDialog key={adding.turn} open={adding.open} onClose={adding.close} />}
    </ConsolePage>
  )
}

function stateOf({ revoked, expires }: ApiToken, now: number): State {
  if (revoked !== null) return 'revoked'
  return expires !== null && expires <= now ? 'expired' : 'valid'
}

function useColumns(now: number): Column<ApiToken>[] {
  const { t } = useTranslation()
  const rightsText = useRightsText()
  const tones = { valid: 'good', expired: 'muted', revoked: 'muted' } as const
  return [
    { id: 'name', title: t(($) => $.adminUsers.tokens.name), value: ({ name }) => name },
    {
      id: 'owner',
      title: t(($) => $.adminUsers.tokens.owner),
      value: ({ owner, ownerName }) =>
        owner === null ? t(($) => $.adminUsers.tokens.service) : (ownerName ?? owner),
    },
    {
      id: 'rights',
      title: t(($) => $.adminUsers.roles.permits),
      value: ({ rights }) => rightsText(rights),
      grow: true,
    },
    {
      id: 'servers',
      title: t(($) => $.adminUsers.roles.areas.servers),
      value: ({ serverIds }) =>
        serverIds === null
          ? t(($) => $.adminUsers.roles.allServers)
          : t(($) => $.adminUsers.roles.serverCount, { count: serverIds.length }),
    },
    {
      id: 'used',
      title: t(($) => $.adminUsers.tokens.used),
      value: ({ lastUsed }) =>
        lastUsed === null ? t(($) => $.adminUsers.tokens.never) : formatConsoleTime(lastUsed),
    },
    {
      id: 'expires',
      title: t(($) => $.adminUsers.tokens.expires),
      value: ({ expires }) =>
        expires === null ? t(($) => $.adminUsers.tokens.noEnd) : formatConsoleTime(expires),
    },
    {
      id: 'state',
      title: t(($) => $.adminUsers.tokens.state),
      value: (token) => t(($) => $.adminUsers.tokens.states[stateOf(token, now)]),
      cell: (token) => (
        <Status tone={tones[stateOf(token, now)]}>
          {t(($) => $.adminUsers.tokens.states[stateOf(token, now)])}
        </Status>
      ),
    },
  ]
}

/** Only for the owner of the token, and for those who may change operators. */
function RevokeButton({ token }: { token: ApiToken }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const own = useSession()?.user.steamId === token.owner
  const mayRevoke = hasRight(usePermissions().rights, 'operators', 'change') || own
  const { ask, asking } = useConfirmation()
  if (!mayRevoke) return null
  const revoke = () =>
    ask({
      title: t(($) => $.adminUsers.tokens.revokeTitle, { name: token.name }),
      message: t(($) => $.adminUsers.tokens.revokeText),
      action: t(($) => $.adminUsers.tokens.revoke),
      run: async () => {
        await revokeToken(client, token)
        showToast({ tone: 'good', title: t(($) => $.adminUsers.tokens.revoked) })
      },
    })
  return (
    <>
      <Button
        size="sm"
        aria-label={t(($) => $.adminUsers.tokens.revokeOf, { name: token.name })}
        onClick={revoke}
      >
        {t(($) => $.adminUsers.tokens.revoke)}
      </Button>
      {asking}
    </>
  )
}
