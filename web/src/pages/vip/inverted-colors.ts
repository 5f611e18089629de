/**
 * F2: whether the frame's colours are inverted. The portal's own page is drawn dark there; a page of the operator is taken to be
 * light, as payment pages are.
 */
export function needsInversion(external: boolean, light: boolean): boolean {
  return external !== light
}

/**
 * Marks the portal's own page as shown with inverted colours, so that it shows pictures and QR codes
 * uninverted.
 */
export function markInverted(page: Document | null | undefined, inverted: boolean): void {
  page?.documentElement.toggleAttribute('data-inverted', inverted)
}
