import { useTranslation } from '../../../locales/translate.ts'
import { CopyButton } from '../../../app/copy/copy-button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Code } from '../../../ui/text/text.tsx'

/** A number of ours or of a provider's, to be copied; `-` for none. */
export function CopyableNumber({ number }: { number: string | null }) {
  const { t } = useTranslation()
  if (number === null) return '-'
  return (
    <Row gap="xs">
      <Code>{number}</Code>
      <CopyButton text={number} label={t(($) => $.adminOrders.one.copyNumber, { number })} />
    </Row>
  )
}
