import {
  defaultEmbeddedServers,
  embedPlayersBadge,
  embedServerList,
  embedThemes,
  maxEmbeddedServers,
  type EmbedTheme,
} from '@clutch/contract/api/servers/embeds.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { CopyButton } from '../../../app/copy/copy-button.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { PreviewFrame } from '../../../ui/pictures/preview-frame.tsx'
import { CodeBlock } from '../../../ui/text/code-block.tsx'

const kinds = ['list', 'badge'] as const
const languages = ['zh', 'en'] as const satisfies readonly Language[]
const limits = ['5', String(defaultEmbeddedServers), '20', String(maxEmbeddedServers)] as const

/** The code with which another site shows the server list or the badge, and how that looks. */
export function EmbedDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const words = (part: 'list' | 'badge') => t(($) => $.adminServers.embed.kinds[part])
  const [kind, setKind] = useState<(typeof kinds)[number]>('list')
  const [language, setLanguage] = useState<Language>(i18n.language)
  const [theme, setTheme] = useState<EmbedTheme>('auto')
  const [limit, setLimit] = useState<(typeof limits)[number]>(limits[1])
  const path =
    kind === 'list'
      ? `${embedServerList.path}?${new URLSearchParams({ language, theme, limit }).toString()}`
      : `${embedPlayersBadge.path}?${new URLSearchParams({ language }).toString()}`
  const code = buildCode(kind, path, words(kind))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminServers.embed.title)}
      width="l"
      footer={
        <>
          <Button onClick={onClose}>{t(($) => $.common.close)}</Button>
          <CopyButton text={code} label={t(($) => $.adminServers.embed.copy)}>
            {t(($) => $.adminServers.embed.copy)}
          </CopyButton>
        </>
      }
    >
      <Stack>
        <FormText>{t(($) => $.adminServers.embed.lead)}</FormText>
        <Row>
          <SegmentedControl
            label={t(($) => $.adminServers.embed.kind)}
            options={kinds.map((value) => ({ value, text: words(value) }))}
            value={kind}
            onChange={setKind}
          />
        </Row>
        <Row wrap>
          <SelectField
            label={t(($) => $.adminServers.embed.language)}
            options={languages.map((value) => ({
              value,
              text: t(($) => $.adminServers.embed.languages[value]),
            }))}
            value={language}
            onChange={setLanguage}
          />
          {kind === 'list' && (
            <>
              <SelectField
                label={t(($) => $.adminServers.embed.theme)}
                options={embedThemes.map((value) => ({
                  value,
                  text: t(($) => $.adminServers.embed.themes[value]),
                }))}
                value={theme}
                onChange={setTheme}
              />
              <SelectField
                label={t(($) => $.adminServers.embed.limit)}
                options={limits.map((value) => ({ value, text: value }))}
                value={limit}
                onChange={setLimit}
              />
            </>
          )}
        </Row>
        {kind === 'list' ? (
          <PreviewFrame title={words('list')} src={path} />
        ) : (
          <Row>
            <img src={path} alt={words('badge')} />
          </Row>
        )}
        <CodeBlock text={code} />
      </Stack>
    </Dialog>
  )
}

function buildCode(kind: (typeof kinds)[number], path: string, title: string): string {
  const address = `${location.origin}${path.replaceAll('&', '&amp;')}`
  return kind === 'list'
    ? `<iframe src="${address}" title="${title}" width="100%" height="420" style="border:0" loading="lazy"></iframe>`
    : `<a href="${location.origin}/servers"><img src="${address}" alt="${title}" height="20"></a>`
}
