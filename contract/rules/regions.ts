/** G23: the region codes the portal knows by name. A community server's region may also be free text. */
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

export type RegionCode = (typeof regionCodes)[number]

export function isRegionCode(region: string): region is RegionCode {
  return (regionCodes as readonly string[]).includes(region)
}
