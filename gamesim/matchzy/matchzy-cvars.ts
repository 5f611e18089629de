/** MatchZy's console variables that the simulation uses, or that a portal sets, with the plugin's defaults. */
export const matchzyCvars: Readonly<Record<string, string>> = {
  matchzy_remote_log_url: '',
  matchzy_remote_log_header_key: '',
  matchzy_remote_log_header_value: '',
  matchzy_demo_upload_url: '',
  matchzy_demo_upload_header_key: '',
  matchzy_demo_upload_header_value: '',
  matchzy_hostname_format: 'MatchZy | {TEAM1} vs {TEAM2}',
  matchzy_autostart_mode: '1',
  matchzy_knife_enabled_default: 'true',
  matchzy_playout_enabled_default: 'false',
}

/** The operator's own header of the two that MatchZy sends, if it is set. */
export function readCustomHeader(cvars: ReadonlyMap<string, string>, stem: string): Record<string, string> {
  const key = cvars.get(`${stem}_header_key`) ?? ''
  return key === '' ? {} : { [key]: cvars.get(`${stem}_header_value`) ?? '' }
}
