import { operatorListServers } from '@clutch/contract/api/servers/operator-servers.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { Switch } from '../../../../ui/buttons/switch.tsx'
import { FieldGroup, FieldPair } from '../../../../ui/forms/field-group.tsx'
import { FormText } from '../../../../ui/forms/form.tsx'
import { useMayCall } from '../../kit/permissions.ts'
import { serversQuery } from '../../servers/servers.queries.ts'

/** The game servers that rights are limited to; none chosen is every server. Nothing without the right to read servers. */
export function ServerChoice({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (serverIds: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const mayRead = useMayCall()(operatorListServers)
  const { data = [] } = useQuery({ ...serversQuery, enabled: mayRead })
  if (data.length === 0) return null
  return (
    <FieldGroup title={t(($) => $.adminUsers.roles.roleServers)}>
      <FormText small>{t(($) => $.adminUsers.roles.roleServersHint)}</FormText>
      <FieldPair>
        {data.map(({ id, name }) => (
          <Switch
            key={id}
            checked={chosen.includes(id)}
            onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            {name}
          </Switch>
        ))}
      </FieldPair>
    </FieldGroup>
  )
}
