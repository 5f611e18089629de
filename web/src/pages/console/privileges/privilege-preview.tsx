import type { OperatorPrivilege } from '@clutch/contract/api/vip/operator-vip.ts'
import { languageSchema, type Language } from '@clutch/contract/api/shared/fields.ts'
import type { PrivilegeCategory } from '@clutch/contract/rules/accounts/groups.ts'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import type { BilingualText } from '../kit/forms/bilingual-field.tsx'
import { PrivilegeMark } from './privilege-mark.tsx'
import styles from './privileges.module.css'

const languages = languageSchema.options

interface PrivilegePreviewProps {
  privileges: readonly OperatorPrivilege[]
  /** Those that have a column. */
  categories: readonly PrivilegeCategory[]
}

/** The table as players see it, in either language; a missing text is shown in the other language. */
export function PrivilegePreview({ privileges, categories }: PrivilegePreviewProps) {
  const { t, i18n } = useTranslation()
  const [language, setLanguage] = useState<Language>(i18n.language === 'en' ? 'en' : 'zh')
  const translate = (text: BilingualText) =>
    text[language].trim() === '' ? text[language === 'zh' ? 'en' : 'zh'] : text[language]
  const title = t(($) => $.adminPrices.privileges.preview)
  return (
    <Panel
      title={title}
      padded={false}
      action={
        <SegmentedControl
          label={t(($) => $.adminPrices.privileges.language)}
          options={languages.map((value) => ({
            value,
            text: t(($) => $.adminPrices.privileges.languages[value]),
          }))}
          value={language}
          onChange={setLanguage}
        />
      }
    >
      <DataTable
        label={title}
        keyOf={({ id }) => id}
        rows={privileges}
        columns={[
          {
            id: 'content',
            title: t(($) => $.adminPrices.privileges.content),
            grow: true,
            cell: ({ content, detail }) => (
              <span className={styles.content} lang={language}>
                {translate(content)}
                <span className={styles.detail}>{translate(detail)}</span>
              </span>
            ),
          },
          ...categories.map((category) => ({
            id: category,
            title: t(($) => $.adminPrices.privileges.groups[category]),
            cell: ({ flags }: OperatorPrivilege) => <PrivilegeMark flag={flags[category]} />,
          })),
        ]}
      />
    </Panel>
  )
}
