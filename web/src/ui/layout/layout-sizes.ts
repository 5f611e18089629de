/** Sizes of the layout that code reads, in CSS px; those that only style sheets use are in the style sheets. */

/** A6, A12: below this width the sidebar is an overlay. */
export const mobileBreakpointPx = 1024

/** F5: the height of the privilege table. */
export const privilegeTablePx = 450

/** G1: heights of the panels; G4: width of a card. */
export const panelOpenPx = 280
export const panelClosedPx = 88
export const rentalCardPx = 500
