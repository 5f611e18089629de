import type { OperatorPortalSettings } from '@clutch/contract/api/content/operator-portal-settings.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { isEqual } from '../../../app/forms/is-equal.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { useUnsavedChanges } from '../../../app/forms/use-unsaved-changes.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { LockedFields } from '../../../ui/forms/field-group.tsx'
import { Form, FormText, RequiredNote } from '../../../ui/forms/form.tsx'
import { Panel, Row } from '../../../ui/layout/layout.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { Permitted } from '../kit/permitted.tsx'
import { EditReview } from '../kit/drafts/edit-review.tsx'
import { createEditState, isChanged, mergeStored } from '../kit/drafts/edit-state.ts'
import type { FieldNames } from '../kit/drafts/field-names.ts'
import { clearSavedEdits, useSavedEdit } from '../kit/drafts/saved-edit.ts'
import { useReviewedSave } from '../kit/forms/form-dialog.tsx'
import { useDiscardText } from '../kit/drafts/use-discard-text.ts'
import { isSaveConflict, toReviewedDraft } from '../kit/drafts/use-draft.ts'
import { changePortalSettings, portalSettingsQuery, type PortalChange } from './portal-settings.queries.ts'

interface SectionProps<Part extends object> {
  title: string
  /** Its purpose. */
  hint?: string
  portal: OperatorPortalSettings
  partOf: (portal: OperatorPortalSettings) => Part
  changeOf: (part: Part) => PortalChange
  /** What its fields are called. */
  names: FieldNames<Part>
  /** Whether it may be saved; errors are shown after the first attempt to save. */
  isGood?: (part: Part) => boolean
  /** Whether the operator only sees this part; the page says why. */
  locked?: boolean
  /** Beside "save". */
  actions?: (save: (part: Part) => void) => ReactNode
  children: (fields: SectionFields<Part>) => ReactNode
}

export interface SectionFields<Part> {
  draft: Part
  change: (changed: Partial<Part>) => void
  /** Whether a save was attempted: invalid fields show their errors from then on. */
  checked: boolean
}

/** One part of the portal's settings: its fields, saved by themselves. */
export function SettingsSection<Part extends object>(props: SectionProps<Part>) {
  const {
    title,
    hint,
    portal,
    partOf,
    changeOf,
    names,
    isGood = () => true,
    locked = false,
    actions,
    children,
  } = props
  const { t } = useTranslation()
  const client = useQueryClient()
  const part = partOf(portal)
  const savedEdit = useSavedEdit({
    name: `portal ${Object.keys(part).join(' ')}`,
    stored: part,
    revision: portal.revision,
  })
  const { setState } = savedEdit
  const [checked, setChecked] = useState(false)
  // Another part was saved, here or by another operator: all parts have one revision.
  const state = mergeStored(savedEdit.state, part, portal.revision)
  if (state !== savedEdit.state) setState(() => state)
  const action = useAction(async (part: Part) => {
    const isUntouched = (now: OperatorPortalSettings) => isEqual(partOf(now), state.base)
    const saved = await savePart(client, changeOf(part), { revision: state.revision, isUntouched })
    if (saved === null) return
    setState(() => createEditState(partOf(saved), saved.revision))
    setChecked(false)
    client.setQueryData(portalSettingsQuery.queryKey, saved)
    showToast({ tone: 'good', title: t(($) => $.admin.form.saved), detail: title })
  })
  const save = (part: Part) => {
    setChecked(true)
    if (isGood(part)) void action.run(part)
  }
  const dirty = isChanged(state)
  const reviewed = toReviewedDraft({ ...savedEdit, state }, names)
  const review = useReviewedSave(reviewed, () => save(state.fields))
  const { question } = useUnsavedChanges({
    changed: dirty,
    onDiscard: () => clearSavedEdits('portal'),
    words: useDiscardText(),
  })
  return (
    <Panel title={title}>
      <Form onSubmit={review.save}>
        {hint !== undefined && <FormText>{hint}</FormText>}
        <EditReview draft={reviewed} checked={review.checked} />
        <LockedFields locked={locked}>
          {children({
            draft: state.fields,
            change: (changed) => setState((last) => ({ ...last, fields: { ...last.fields, ...changed } })),
            checked,
          })}
        </LockedFields>
        <RequiredNote>{t(($) => $.admin.form.requiredNote)}</RequiredNote>
        <ErrorNote error={action.error} />
        {!locked && (
          <Permitted>
            <Row>
              <Button type="submit" submitting={action.busy} disabled={!dirty}>
                {t(($) => $.admin.form.save)}
              </Button>
              {actions?.(save)}
            </Row>
          </Permitted>
        )}
      </Form>
      {question}
    </Panel>
  )
}

interface LoadedRevision {
  revision: number | undefined
  /** Whether the part is in this state of the settings as the fields began. */
  isUntouched: (portal: OperatorPortalSettings) => boolean
}

/** Saves one part; null where another operator changed that part first: the newest settings are in the cache then. */
async function savePart(
  client: QueryClient,
  change: PortalChange,
  { revision, isUntouched }: LoadedRevision,
): Promise<OperatorPortalSettings | null> {
  try {
    return await changePortalSettings(change, revision)
  } catch (error) {
    if (!isSaveConflict(error)) throw error
    const now = await client.fetchQuery({ ...portalSettingsQuery, staleTime: 0 })
    return isUntouched(now) ? changePortalSettings(change, now.revision) : null
  }
}
