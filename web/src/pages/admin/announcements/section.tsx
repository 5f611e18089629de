import type { OperatorPortal } from '@clutch/contract/api/operator.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../app/use-action.ts'
import { useUnsaved } from '../../../app/use-unsaved.tsx'
import { Button } from '../../../ui/button.tsx'
import { Form, FormText } from '../../../ui/form.tsx'
import { Panel, Row } from '../../../ui/layout.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { SaveFailure } from '../kit/form-dialog.tsx'
import { useDiscardWords } from '../kit/use-discard-words.ts'
import { changePortal, portalSettingsQuery, type PortalChange } from './portal-settings.queries.ts'
import { following, isDirty, sectionOf } from './section-state.ts'

interface SectionProps<Part> {
  title: string
  /** What it is for. */
  hint?: string
  portal: OperatorPortal
  partOf: (portal: OperatorPortal) => Part
  changeOf: (part: Part) => PortalChange
  /** Whether it may be saved; what is wrong is shown once somebody tried. */
  isGood?: (part: Part) => boolean
  /** Beside "save". */
  actions?: (save: (part: Part) => void) => ReactNode
  children: (fields: Fields<Part>) => ReactNode
}

export interface Fields<Part> {
  draft: Part
  change: (changed: Partial<Part>) => void
  /** Whether somebody tried to save: wrong fields say so from then on. */
  checked: boolean
}

/** One part of the portal's settings: its fields, saved by themselves. */
export function Section<Part extends object>(props: SectionProps<Part>) {
  const { title, hint, portal, partOf, changeOf, isGood = () => true, actions, children } = props
  const { t } = useTranslation()
  const client = useQueryClient()
  const [kept, setState] = useState(() => sectionOf(partOf(portal), portal.revision))
  const [checked, setChecked] = useState(false)
  const state = following(kept, partOf(portal), portal.revision)
  if (state !== kept) setState(state)
  const action = useAction(async (part: Part) => {
    const saved = await changePortal(changeOf(part), state.revision)
    setState(sectionOf(partOf(saved), saved.revision))
    setChecked(false)
    client.setQueryData(portalSettingsQuery.queryKey, saved)
    showToast({ tone: 'good', title: t(($) => $.admin.form.saved), detail: title })
  })
  const save = (part: Part) => {
    setChecked(true)
    if (isGood(part)) void action.run(part)
  }
  const loadNewest = async () => {
    const now = await client.fetchQuery({ ...portalSettingsQuery, staleTime: 0 })
    const next = following(state, partOf(now), now.revision)
    setState(next.revision === now.revision ? next : sectionOf(partOf(now), now.revision))
    action.clear()
  }
  const dirty = isDirty(state)
  const { question } = useUnsaved({ changed: dirty, words: useDiscardWords() })
  return (
    <Panel title={title}>
      <Form onSubmit={() => save(state.draft)}>
        {hint !== undefined && <FormText>{hint}</FormText>}
        {children({
          draft: state.draft,
          change: (changed) => setState({ ...state, draft: { ...state.draft, ...changed } }),
          checked,
        })}
        <SaveFailure error={action.error} onLoadNewest={() => void loadNewest()} />
        <Row>
          <Button type="submit" submitting={action.busy} disabled={!dirty}>
            {t(($) => $.admin.form.save)}
          </Button>
          {actions?.(save)}
        </Row>
      </Form>
      {question}
    </Panel>
  )
}
