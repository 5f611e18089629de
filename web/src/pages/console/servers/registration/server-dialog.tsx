import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useDraft, useSave } from '../../kit/drafts/use-draft.ts'
import { PluginFields } from './plugin-fields.tsx'
import { AddressFields, CountingFields, RulesFields, DisplayFields } from './server-fields.tsx'
import {
  toServerBody,
  toServerChange,
  toServerFields,
  isHost,
  isAddressChanged,
  findInvalidFields,
  type ServerFields,
  type InvalidField,
} from './server-form.ts'
import { ServerTestResult } from './server-test-result.tsx'
import { useServerFieldNames } from './server-field-names.ts'
import { getServerName } from '../server-text.ts'
import {
  addServer,
  changeServer,
  serversQuery,
  testServer,
  type RegisteredServer,
  type ServerTest,
} from '../servers.queries.ts'

interface ServerDialogProps {
  open: boolean
  /** Null adds one. */
  server: RegisteredServer | null
  onClose: () => void
  /** One was added: its log can be tested. */
  onAdded: (server: RegisteredServer) => void
}

const nameMax = 120
const noFields: ReadonlySet<InvalidField> = new Set()

/** J: registers a server, or changes a registration. */
export function ServerDialog({ open, server, onClose, onAdded }: ServerDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [checked, setChecked] = useState(false)
  const draft = useDraft({
    keepAs: 'server',
    item: server,
    fieldsOf: toServerFields,
    newest: () => client.fetchQuery({ ...serversQuery, staleTime: 0 }),
    names: useServerFieldNames(),
    secrets: ['rcon_password'],
  })
  const { fields, change, revision } = draft
  // Null as well where another operator removed it meanwhile: it is registered again.
  const registered = draft.id === undefined ? null : server
  const wrong = findInvalidFields(fields)
  const test = useServerTest(fields, registered)
  const given = test.result?.query.detail?.name.slice(0, nameMax) ?? ''
  const takeName = useEffectEvent((name: string) => {
    if (name !== '' && fields.name.trim() === '') change({ name })
  })
  useEffect(() => takeName(given), [given])
  const action = useSave(draft, async () => {
    if (registered) {
      await changeServer(client, registered.id, { ...toServerChange(fields), revision })
      showToast({ tone: 'good', title: t(($) => $.admin.form.saved), detail: fields.name })
      onClose()
    } else onAdded(await addServer(client, toServerBody(fields)))
  })
  const save = () => {
    setChecked(true)
    if (wrong.size === 0) void action.run()
  }
  const common = { fields, change, wrong: checked ? wrong : noFields }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      width="l"
      title={
        server
          ? t(($) => $.adminServers.edit, { name: getServerName(server) })
          : t(($) => $.adminServers.form.addTitle)
      }
      changed={draft.changed}
      onSave={save}
      action={action}
      saveLabel={registered ? t(($) => $.admin.form.save) : t(($) => $.adminServers.form.next)}
      draft={draft}
    >
      <AddressFields
        {...common}
        wrong={test.asked && wrong.has('ip') ? new Set([...common.wrong, 'ip' as const]) : common.wrong}
        rcon={!registered?.has_rcon ? 'none' : isAddressChanged(fields, registered) ? 'lost' : 'kept'}
        test={
          <ServerTestResult
            test={test.result}
            action={test.action}
            onTest={test.run}
            given={given === fields.name ? '' : given}
            onUseName={() => change({ name: given })}
          />
        }
      />
      <DisplayFields {...common} />
      <CountingFields {...common} />
      <PluginFields {...common} />
      <RulesFields {...common} />
    </FormDialog>
  )
}

/** The last test of the typed values; a change of address or password makes it outdated. */
function useServerTest(fields: ServerFields, server: RegisteredServer | null) {
  const [state, setState] = useState<{ of: string; result: ServerTest } | null>(null)
  const [asked, setAsked] = useState(false)
  const { ip, port, protocol, rcon_password } = fields
  const of = [ip, port, protocol, rcon_password].join('\n')
  const action = useAction(async () => {
    const password = rcon_password === '' ? {} : { rcon_password }
    const stored = server?.has_rcon === true ? { server: server.id } : {}
    const at = { ip: ip.trim(), port: Number(port), protocol: protocol.trim() }
    setState({ of, result: await testServer({ ...at, ...password, ...stored }) })
  })
  return {
    action,
    asked,
    result: state?.of === of ? state.result : null,
    run: () => {
      setAsked(true)
      if (isHost(ip)) void action.run()
    },
  }
}
