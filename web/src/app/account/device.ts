/** A browser and a system by their names, which are the same in every language; null where they are not known. */
export interface Device {
  browser: string | null
  system: string | null
  /** Whether it is held in a hand. */
  mobile: boolean
}

/** The first match counts: browsers also name their ancestors, so the most specific are first. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/MicroMessenger\//, 'WeChat'],
  [/Valve Steam|SteamTenfoot/, 'Steam'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/MQQBrowser\/|QQBrowser\//, 'QQ Browser'],
  [/UCBrowser\//, 'UC Browser'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/Vivaldi\//, 'Vivaldi'],
  [/YaBrowser\//, 'Yandex Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(?:e|ium)\/|CriOS\//, 'Chrome'],
  [/Version\/[\d.]+.* Safari\//, 'Safari'],
]

const systems: readonly [pattern: RegExp, name: string, mobile: boolean][] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS', true],
  [/iPhone|iPod/, 'iPhone', true],
  [/iPad/, 'iPad', true],
  [/Android/, 'Android', true],
  [/Windows/, 'Windows', false],
  [/Mac OS X|Macintosh/, 'macOS', false],
  [/CrOS/, 'ChromeOS', false],
  [/Linux|X11/, 'Linux', false],
]

/** J2: what a browser's name for itself says, such as Chrome on Windows. */
export function parseUserAgent(userAgent: string): Device {
  const [, browser = null] = browsers.find(([pattern]) => pattern.test(userAgent)) ?? []
  const [, system = null, mobile = false] = systems.find(([pattern]) => pattern.test(userAgent)) ?? []
  return { browser, system, mobile }
}

/** Both names in one line; null where neither is known. */
export function formatDevice({ browser, system }: Device): string | null {
  const known = [browser, system].filter((name) => name !== null)
  return known.length === 0 ? null : known.join(' · ')
}
