import type { Evidence } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Panel, Row, Stack } from '../../../ui/layout/layout.tsx'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { Code, TextAnchor } from '../../../ui/text/text.tsx'

/** What a sanction is based on. */
export function SanctionEvidence({ evidence }: { evidence: readonly Evidence[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t(($) => $.adminSanctions.evidence)}>
      {evidence.length === 0 ? (
        <p>{t(($) => $.adminSanctions.noEvidence)}</p>
      ) : (
        <Stack>
          {evidence.map((one) => (
            <Item key={JSON.stringify(one)} evidence={one} />
          ))}
        </Stack>
      )}
    </Panel>
  )
}

function Item({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation()
  if (evidence.kind === 'link')
    return (
      <TextAnchor href={evidence.url} target="_blank" rel="noreferrer nofollow">
        {evidence.url}
      </TextAnchor>
    )
  if (evidence.kind === 'log') return <CodeBlock text={evidence.text} />
  return (
    <Row gap="s" wrap>
      <Code>{evidence.demo}</Code>
      <span>{t(($) => $.adminSanctions.atTick, { tick: evidence.tick })}</span>
    </Row>
  )
}
