import { useTranslation } from '../../../locales/translate.ts'
import { TextField, type TextFieldProps } from '../../../ui/forms/text-field.tsx'

/** An e-mail address, with the keyboard and the suggestions for one. */
export function EmailField(props: Omit<TextFieldProps, 'label' | 'type' | 'icon'>) {
  const { t } = useTranslation()
  return (
    <TextField
      {...props}
      type="email"
      name="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      icon="mail"
      label={t(($) => $.signIn.email)}
    />
  )
}
