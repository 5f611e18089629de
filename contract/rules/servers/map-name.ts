/** The name of a map as players know it: a workshop map is told by its place, such as `workshop/3070284539/de_x`. */
export function mapName(map: string): string {
  return map.replace(/^workshop\/\d+\/(?=.)/, '')
}
