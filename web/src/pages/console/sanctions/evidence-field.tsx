import { evidenceMax, logExcerptMaxLength } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FieldGroup, FieldPair } from '../../../ui/forms/field-group.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import type { EvidenceFields } from './sanction-fields.ts'

interface EvidenceFieldProps {
  evidence: readonly EvidenceFields[]
  /** The places of those to complain about. */
  faults: readonly number[]
  onChange: (evidence: readonly EvidenceFields[]) => void
}

/** The evidence of a sanction: links, places in demos, lines of a log. */
export function EvidenceField({ evidence, faults, onChange }: EvidenceFieldProps) {
  const { t } = useTranslation()
  const add = (one: EvidenceFields) => onChange([...evidence, one])
  const isFull = evidence.length >= evidenceMax
  return (
    <FieldGroup title={t(($) => $.adminSanctions.evidence)}>
      {evidence.map((one, place) => (
        // Evidence has no id; a new one is always the last.
        // eslint-disable-next-line react/no-array-index-key
        <Stack key={place} gap="s">
          <EvidenceInput
            evidence={one}
            error={faults.includes(place) ? t(($) => $.adminSanctions.incomplete) : null}
            onChange={(changed) => onChange(evidence.with(place, changed))}
          />
          <Row>
            <Button
              size="sm"
              variant="ghost"
              icon="trash"
              aria-label={t(($) => $.adminSanctions.removeEvidence, { number: place + 1 })}
              onClick={() => onChange(evidence.filter((_, other) => other !== place))}
            >
              {t(($) => $.adminSanctions.remove)}
            </Button>
          </Row>
        </Stack>
      ))}
      {!isFull && (
        <Row gap="s" wrap>
          <Button size="sm" icon="link" onClick={() => add({ kind: 'link', url: '' })}>
            {t(($) => $.adminSanctions.addLink)}
          </Button>
          <Button size="sm" icon="film" onClick={() => add({ kind: 'demo', demo: '', tick: '' })}>
            {t(($) => $.adminSanctions.addDemo)}
          </Button>
          <Button size="sm" icon="list" onClick={() => add({ kind: 'log', text: '' })}>
            {t(($) => $.adminSanctions.addLog)}
          </Button>
        </Row>
      )}
    </FieldGroup>
  )
}

interface EvidenceInputProps {
  evidence: EvidenceFields
  error: string | null
  onChange: (evidence: EvidenceFields) => void
}

function EvidenceInput({ evidence, error, onChange }: EvidenceInputProps) {
  const { t } = useTranslation()
  if (evidence.kind === 'link')
    return (
      <TextField
        label={t(($) => $.adminSanctions.link)}
        inputMode="url"
        maxLength={500}
        value={evidence.url}
        error={error}
        onChange={(event) => onChange({ ...evidence, url: event.currentTarget.value.trim() })}
      />
    )
  if (evidence.kind === 'log')
    return (
      <TextArea
        label={t(($) => $.adminSanctions.log)}
        rows={4}
        maxLength={logExcerptMaxLength}
        spellCheck={false}
        value={evidence.text}
        error={error}
        onChange={(event) => onChange({ ...evidence, text: event.currentTarget.value })}
      />
    )
  return (
    <FieldPair>
      <TextField
        label={t(($) => $.adminSanctions.demo)}
        maxLength={300}
        value={evidence.demo}
        error={error}
        onChange={(event) => onChange({ ...evidence, demo: event.currentTarget.value })}
      />
      <Stack>
        <TextField
          label={t(($) => $.adminSanctions.tick)}
          inputMode="numeric"
          maxLength={9}
          value={evidence.tick}
          onChange={(event) => onChange({ ...evidence, tick: event.currentTarget.value })}
        />
      </Stack>
    </FieldPair>
  )
}
