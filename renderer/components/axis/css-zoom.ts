/**
 * How much larger an element is drawn than its own pixels are: a screen that is shown to others is. Pointers and boxes are given in pixels of the
 * page.
 */
export function zoomOf(element: Element): number {
  const { currentCSSZoom = 1 } = element as Element & { readonly currentCSSZoom?: number }
  return currentCSSZoom
}
