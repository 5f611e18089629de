import type { Body } from '@clutch/contract/api/call.ts'
import type { Sanction, operatorAddSanction } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { reasonMaxLength } from '@clutch/contract/limits.ts'
import { type SanctionKind, sanctionKinds } from '@clutch/contract/rules/moderation/sanctions.ts'
import { isSafeCommandText } from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import { operatorListServers } from '@clutch/contract/api/servers/operator-servers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { FieldGroup, FieldPair } from '../../../ui/forms/field-group.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { formatConsoleTime } from '../kit/console-time.ts'
import { useDraft, useSave } from '../kit/drafts/use-draft.ts'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { TimeField } from '../kit/forms/time-field.tsx'
import { useMayCall, usePermissions } from '../kit/permissions.ts'
import { serversQuery } from '../servers/servers.queries.ts'
import { EvidenceField } from './evidence-field.tsx'
import {
  type SanctionFields,
  type SanctionTerm,
  findFaults,
  isFaultless,
  termNames,
  toEvidence,
  toExpires,
  toFields,
} from './sanction-fields.ts'
import { addSanction, changeSanction, sanctionQuery } from './sanctions.queries.ts'

interface SanctionDialogProps {
  open: boolean
  /** Null for a new one. */
  sanction: Sanction | null
  /** The player of a new one, where it is known. */
  steamId?: string | undefined
  /** Makes a new one otherwise, as from a case. */
  add?: ((body: Body<typeof operatorAddSanction>) => Promise<void>) | undefined
  onClose: () => void
}

/** Bans, mutes or gags a player, or changes that. */
export function SanctionDialog({ open, sanction, steamId, add, onClose }: SanctionDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const own = usePermissions().serverIds
  const [checkedAt, setCheckedAt] = useState<number | null>(null)
  const names = useFieldNames()
  const draft = useDraft({
    keepAs: `sanction ${steamId ?? ''}`,
    item: sanction,
    fieldsOf: (of: Sanction | null) => toFields(of, steamId),
    newest: async () =>
      sanction === null ? [] : [await client.fetchQuery({ ...sanctionQuery(sanction.id), staleTime: 0 })],
    names,
  })
  const { fields, change, id, revision } = draft
  const faults = checkedAt === null ? null : findFaults(fields, checkedAt, sanction?.expires)
  const checked = checkedAt !== null
  const lacksServer = own !== null && fields.serverIds.length === 0
  const action = useSave(draft, async () => {
    const body = {
      reason: fields.reason.trim(),
      evidence: toEvidence(fields.evidence),
      serverIds: fields.serverIds.length === 0 ? null : [...fields.serverIds],
      address: fields.kind === 'ban' ? fields.address.trim() || null : null,
    }
    const expires = toExpires(fields, Date.now())
    if (id === undefined) {
      const added = { ...body, expires, kind: fields.kind, steamId: fields.steamId.trim() }
      await (add?.(added) ?? addSanction(client, added))
      showToast({ tone: 'good', title: t(($) => $.adminSanctions.added[fields.kind]) })
    } else {
      await changeSanction(client, id, {
        ...body,
        ...(expires !== sanction?.expires && { expires }),
        revision,
      })
      showToast({ tone: 'good', title: t(($) => $.adminSanctions.saved) })
    }
    onClose()
  })
  const save = () => {
    const now = Date.now()
    setCheckedAt(now)
    if (isFaultless(findFaults(fields, now, sanction?.expires)) && !lacksServer) void action.run()
  }
  const isNew = sanction === null
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      width="l"
      title={isNew ? t(($) => $.adminSanctions.add) : t(($) => $.adminSanctions.editTitle)}
      changed={draft.changed}
      onSave={save}
      action={action}
      draft={isNew ? undefined : draft}
      saveLabel={isNew ? t(($) => $.adminSanctions.kinds[fields.kind]) : t(($) => $.adminSanctions.save)}
      destroys={isNew}
    >
      {isNew && (
        <PlayerFields
          fields={fields}
          fixed={steamId !== undefined}
          isWrong={faults?.steamId === true}
          onChange={change}
        />
      )}
      <TextField
        required
        label={t(($) => $.adminSanctions.reason)}
        hint={t(($) => $.adminSanctions.reasonHint)}
        aside={`${fields.reason.length} / ${reasonMaxLength}`}
        maxLength={reasonMaxLength}
        value={fields.reason}
        error={useReasonError(fields.reason, checked)}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <TermFields fields={fields} isWrong={faults?.term === true} onChange={change} />
      {fields.kind === 'ban' && (
        <TextField
          label={t(($) => $.adminSanctions.address)}
          hint={t(($) => $.adminSanctions.addressHint)}
          value={fields.address}
          maxLength={15}
          spellCheck={false}
          error={faults?.address === true ? t(($) => $.adminSanctions.badAddress) : null}
          onChange={(event) => change({ address: event.currentTarget.value })}
        />
      )}
      <ScopeField own={own} chosen={fields.serverIds} onChange={(serverIds) => change({ serverIds })} />
      {checked && lacksServer && <Note tone="bad">{t(($) => $.adminSanctions.chooseServer)}</Note>}
      <EvidenceField
        evidence={fields.evidence}
        faults={faults?.evidence ?? []}
        onChange={(evidence) => change({ evidence })}
      />
    </FormDialog>
  )
}

function useReasonError(reason: string, checked: boolean): string | null {
  const { t } = useTranslation()
  if (!isSafeCommandText(reason)) return t(($) => $.adminSanctions.badReason)
  return checked && reason.trim() === '' ? t(($) => $.admin.form.required) : null
}

function useFieldNames() {
  const { t } = useTranslation()
  return {
    kind: t(($) => $.adminSanctions.kind),
    steamId: t(($) => $.adminSanctions.steamId),
    reason: t(($) => $.adminSanctions.reason),
    term: {
      name: t(($) => $.adminSanctions.term),
      show: (term: SanctionTerm) => t(($) => $.adminSanctions.terms[term]),
    },
    ends: { name: t(($) => $.adminSanctions.expires), show: (time: number) => formatConsoleTime(time) },
    serverIds: t(($) => $.adminSanctions.scope),
    address: t(($) => $.adminSanctions.address),
    evidence: t(($) => $.adminSanctions.evidence),
  }
}

interface PartProps {
  fields: SanctionFields
  isWrong: boolean
  onChange: (fields: Partial<SanctionFields>) => void
}

function PlayerFields({ fields, fixed, isWrong, onChange }: PartProps & { fixed: boolean }) {
  const { t } = useTranslation()
  return (
    <FieldPair>
      <SelectField<SanctionKind>
        label={t(($) => $.adminSanctions.kind)}
        value={fields.kind}
        onChange={(kind) => onChange({ kind })}
        options={sanctionKinds.map((value) => ({ value, text: t(($) => $.adminSanctions.kinds[value]) }))}
      />
      <TextField
        required
        readOnly={fixed}
        label={t(($) => $.adminSanctions.steamId)}
        value={fields.steamId}
        inputMode="numeric"
        maxLength={20}
        spellCheck={false}
        error={isWrong ? t(($) => $.admin.form.badSteamId) : null}
        onChange={(event) => onChange({ steamId: event.currentTarget.value })}
      />
    </FieldPair>
  )
}

function TermFields({ fields, isWrong, onChange }: PartProps) {
  const { t } = useTranslation()
  return (
    <FieldPair>
      <SelectField<SanctionTerm>
        label={t(($) => $.adminSanctions.term)}
        value={fields.term}
        onChange={(term) => onChange({ term })}
        options={termNames.map((value) => ({ value, text: t(($) => $.adminSanctions.terms[value]) }))}
      />
      {fields.term === 'until' && (
        <TimeField
          required
          label={t(($) => $.adminSanctions.expires)}
          value={fields.ends}
          error={isWrong ? t(($) => $.adminSanctions.noTime) : null}
          onChange={(ends) => onChange({ ends })}
        />
      )}
    </FieldPair>
  )
}

interface ScopeFieldProps {
  /** The servers that the operator is limited to; null for none. */
  own: readonly string[] | null
  chosen: readonly string[]
  onChange: (serverIds: readonly string[]) => void
}

/** The game servers for which it holds; none chosen is every server. Nothing without the right to read servers. */
function ScopeField({ own, chosen, onChange }: ScopeFieldProps) {
  const { t } = useTranslation()
  const mayRead = useMayCall()(operatorListServers)
  const { data = [] } = useQuery({ ...serversQuery, enabled: mayRead })
  const offered = data.filter(({ id }) => own === null || own.includes(id))
  if (offered.length === 0) return null
  return (
    <FieldGroup title={t(($) => $.adminSanctions.scope)}>
      <FormText small>
        {own === null ? t(($) => $.adminSanctions.scopeHint) : t(($) => $.adminSanctions.ownScopeHint)}
      </FormText>
      <FieldPair>
        {offered.map(({ id, name }) => (
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
