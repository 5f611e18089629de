/**
 * Returns the name of a map as players know it: a workshop map is reported by its path, such as
 * `workshop/3070284539/de_x`.
 */
export function mapName(map: string): string {
  return map.replace(/^workshop\/\d+\/(?=.)/, '')
}
