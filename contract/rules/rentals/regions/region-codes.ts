/** G23: the region codes the portal knows by name. An operator adds others; a community server's region may also be free text. */
export const regionCodes = [
  'ap-beijing',
  'ap-shanghai',
  'ap-guangzhou',
  'ap-nanjing',
  'ap-chongqing',
  'ap-chengdu',
  'ap-wuhan',
  'ap-hongkong',
  'ap-singapore',
  'ap-tokyo',
  'ap-seoul',
  'ap-sydney',
  'ap-mumbai',
  'ap-jakarta',
  'eu-frankfurt',
  'na-siliconvalley',
  'na-ashburn',
  'sa-saopaulo',
] as const

/** What a region code may be: lower-case letters and digits in parts, such as `ap-tokyo` or `home-2`. */
export const regionCodePattern = /^(?=.{2,32}$)[a-z0-9]+(?:-[a-z0-9]+)*$/

export type RegionCode = (typeof regionCodes)[number]

export function isRegionCode(region: string): region is RegionCode {
  return (regionCodes as readonly string[]).includes(region)
}
