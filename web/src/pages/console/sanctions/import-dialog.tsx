import { type SanctionImport, importSystems } from '@clutch/contract/api/moderation/sanction-imports.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { importSanctions } from './sanctions.queries.ts'

type ImportSystem = (typeof importSystems)[number]

/** Minutes ahead of UTC: the clock of a server in China, or one set to UTC. */
const offsets = ['480', '0'] as const

/** Imports a file of another system: first it is counted, then imported. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [system, setSystem] = useState<ImportSystem>('sourcebans')
  const [offset, setOffset] = useState<(typeof offsets)[number]>('480')
  const [file, setFile] = useState<File | null>(null)
  const [counted, setCounted] = useState<SanctionImport | null>(null)
  const action = useAction(async () => {
    if (!file) return
    const utcOffset = system === 'simpleadmin' ? Number(offset) : 0
    const body = { system, text: await file.text(), utcOffset, dryRun: counted === null }
    const result = await importSanctions(client, body)
    if (result.dryRun) return setCounted(result)
    showToast({ tone: 'good', title: t(($) => $.adminSanctions.imports.done, { count: result.added }) })
    onClose()
  })
  const choose = (change: () => void) => {
    change()
    setCounted(null)
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminSanctions.imports.title)}
      changed={false}
      onSave={() => void action.run()}
      action={action}
      saveLabel={
        counted === null ? t(($) => $.adminSanctions.imports.check) : t(($) => $.adminSanctions.imports.run)
      }
    >
      <FormText small>{t(($) => $.adminSanctions.imports.lead)}</FormText>
      <SelectField
        label={t(($) => $.adminSanctions.imports.system)}
        value={system}
        onChange={(value) => choose(() => setSystem(value))}
        options={importSystems.map((value) => ({
          value,
          text: t(($) => $.adminSanctions.imports.systems[value]),
        }))}
      />
      {system === 'simpleadmin' && (
        <SelectField
          label={t(($) => $.adminSanctions.imports.clock)}
          value={offset}
          onChange={(value) => choose(() => setOffset(value))}
          options={offsets.map((value) => ({
            value,
            text: t(($) => $.adminSanctions.imports.clocks[value]),
          }))}
        />
      )}
      <FileChoice file={file} onChoose={(chosen) => choose(() => setFile(chosen))} />
      {counted && <Counts counted={counted} />}
    </FormDialog>
  )
}

function FileChoice({ file, onChoose }: { file: File | null; onChoose: (file: File) => void }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  return (
    <Row gap="s" wrap>
      <input
        ref={field}
        type="file"
        hidden
        accept=".sql,.csv,.txt"
        aria-label={t(($) => $.adminSanctions.imports.choose)}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) onChoose(chosen)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button onClick={() => field.current?.click()}>{t(($) => $.adminSanctions.imports.choose)}</Button>
      <span>{file?.name ?? t(($) => $.adminSanctions.imports.noFile)}</span>
    </Row>
  )
}

function Counts({ counted }: { counted: SanctionImport }) {
  const { t } = useTranslation()
  const { added, updated, known, skipped, skippedRows } = counted
  return (
    <Stack gap="s">
      <Note tone="info">{t(($) => $.adminSanctions.imports.counts, { added, updated, known })}</Note>
      {skipped > 0 && (
        <Note tone="busy">
          <p>{t(($) => $.adminSanctions.imports.skipped, { count: skipped })}</p>
          {skippedRows.slice(0, 10).map(({ line, reason }, place) => (
            <p key={`${line} ${place}`}>
              {t(($) => $.adminSanctions.imports.row, {
                line,
                reason: t(($) => $.adminSanctions.imports.reasons[reason]),
              })}
            </p>
          ))}
        </Note>
      )}
    </Stack>
  )
}
