/** Does something whenever a list is back that what was open beside it had hidden; what is returned ends it. */
export function whenBack(list: Element, act: () => void): () => void {
  let wasHidden = list.clientHeight === 0
  const resized = new ResizeObserver(() => {
    const isHidden = list.clientHeight === 0
    if (wasHidden && !isHidden) act()
    wasHidden = isHidden
  })
  resized.observe(list)
  return () => resized.disconnect()
}
