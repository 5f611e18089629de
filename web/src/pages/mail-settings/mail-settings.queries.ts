import {
  changeMailSettings,
  getMailSettings,
  type MailSettings,
} from '@clutch/contract/api/accounts/mail-settings.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../app/api/api-client.ts'

/** The mail settings that a bearer opens: the token of a mail, or of a session. */
export const mailSettingsQuery = (bearer: string) =>
  queryOptions({
    queryKey: ['mail-settings', bearer] as const,
    queryFn: ({ signal }) => call(getMailSettings, { bearer, signal }),
    retry: false,
  })

export async function saveMailSettings(
  client: QueryClient,
  bearer: string,
  { language, off }: Partial<Pick<MailSettings, 'language' | 'off'>>,
): Promise<void> {
  const body = { ...(language != null && { language }), ...(off && { off }) }
  const saved = await call(changeMailSettings, { bearer, body })
  client.setQueryData(mailSettingsQuery(bearer).queryKey, saved)
}
