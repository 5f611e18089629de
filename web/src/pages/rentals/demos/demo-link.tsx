import { demoLinkLifetimeMs } from '@clutch/contract/limits.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useCopy } from '../../../app/copy/use-copy.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { SelectableField } from '../../../ui/text/selectable-field.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import styles from './demo-link.module.css'

/** G17: a signed link, to be copied, selected by hand or opened. */
export function DemoLink({ name, url }: { name: string; url: string }) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const whole = new URL(url, location.origin).href
  const done = copied === whole
  return (
    <Stack gap="l">
      <p className={styles.of}>{name}</p>
      <SelectableField ref={field} label={t(($) => $.practiceDialogs.demos.link)} text={whole} />
      <FormText small>
        {t(($) => $.practiceDialogs.demos.linkNext, { minutes: demoLinkLifetimeMs / 60_000 })}
      </FormText>
      <Row gap="s" wrap>
        <Button icon={done ? 'check' : 'copy'} good={done} onClick={() => copy(whole)}>
          {done ? t(($) => $.practiceDialogs.demos.copied) : t(($) => $.practiceDialogs.demos.copy)}
        </Button>
        <ButtonLink href={whole} variant="primary" icon="download" download={name}>
          {t(($) => $.practiceDialogs.demos.download)}
        </ButtonLink>
      </Row>
      <VisuallyHidden>
        <output>{done && t(($) => $.practiceDialogs.demos.copied)}</output>
      </VisuallyHidden>
    </Stack>
  )
}
